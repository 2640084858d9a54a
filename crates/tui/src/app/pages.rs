//! Keys and clicks on what lies over the board: form, lists, texts, the editor.

use crownhead_board::{Role, Square};

use super::{Action, App, Message, Page, Question};
use crate::command::{Command, Step};
use crate::session::{Learner, Session};
use crate::view::{Layout, contains, text_height, text_lines};

impl App {
    pub(super) fn act_on_page(&mut self, action: &Action) {
        let layout = Layout::new(self);
        let page_length = layout.page_content(self).height.max(1) as isize;
        let n_text = match &self.page {
            Page::Text(_, text, _) => text_lines(self, text, &layout).len(),
            _ => 0,
        };
        let n_games = self.session.file().map_or(0, |file| file.records.len());
        match &mut self.page {
            Page::Board | Page::Learn => {}
            Page::Form(form) => match action {
                Action::Up => form.go(-1),
                Action::Down => form.go(1),
                Action::Left => form.change(-1),
                Action::Right => form.change(1),
                Action::Enter => self.start_form(),
                Action::Cancel => self.leave_form(),
                _ => {}
            },
            Page::Games(chosen) => match scrolled(*chosen, action, page_length, n_games) {
                Some(there) => *chosen = there,
                None if *action == Action::Enter => {
                    let number = *chosen + 1;
                    self.page = Page::Board;
                    self.session.obey(Command::Game(number), self.now);
                }
                None => self.page = Page::Board,
            },
            Page::Text(_, _, line) => {
                let height = text_height(&layout);
                // The last line is at the bottom, or all of them are shown.
                let n_lines = (n_text + 1).saturating_sub(height).max(1);
                match scrolled(*line, action, height as isize, n_lines) {
                    Some(there) => *line = there,
                    None => self.go_home(),
                }
            }
            Page::Lobby(chosen) => {
                let n_rows = self.session.online().map_or(0, |online| online.rows().len());
                match scrolled(*chosen, action, page_length, n_rows) {
                    Some(there) => *chosen = there,
                    None => self.act_in_lobby(action),
                }
            }
            Page::Choice(moves, chosen) => match scrolled(*chosen, action, page_length, moves.len()) {
                Some(there) => *chosen = there,
                None if *action == Action::Enter => {
                    let mv = moves[*chosen];
                    self.play(mv);
                }
                None => {
                    self.page = self.home();
                    self.message = Message::default();
                }
            },
            Page::Setup => self.act_in_setup(action),
            Page::Question(question) => {
                let question = *question;
                self.leave_question(question);
            }
        }
    }

    /// Opens the step of the course that the session has put on the board.
    pub(super) fn open_course(&mut self) {
        self.message = Message::default();
        self.hand.let_go();
        self.open_page(Page::Learn);
        if let Some(square) = self.session.game().position().movers().into_iter().next() {
            self.cursor = square;
        }
    }

    /// A key in the course: pieces are moved as in a game, and Enter goes on where nothing is left to do.
    pub(super) fn act_in_course(&mut self, action: &Action) {
        let is_done = self.session.learner().is_none_or(Learner::is_done);
        match action {
            Action::Enter if is_done => self.session.obey(Command::Step(Step::Next), self.now),
            Action::Cancel if self.hand.is_empty() => self.session.obey(Command::Close, self.now),
            action => self.act_at_board(action),
        }
    }

    /// Neither yes nor no: everything stays as it is, and a game that was left is offered next time.
    fn leave_question(&mut self, question: Question) {
        match question {
            Question::Resume => self.open_form(),
            Question::Leave | Question::LeaveTable | Question::Resign | Question::PlayOn => self.go_home(),
        }
    }

    fn start_form(&mut self) {
        let Page::Form(form) = &self.page else { return };
        if let Some((offer, settings)) = form.offered() {
            return self.make_offer(offer, settings);
        }
        let options = form.options(self.session.settings.seed);
        self.session.settings.appearance = form.appearance();
        self.bits = None;
        self.page = Page::Board;
        self.hand.let_go();
        self.session.start(options, self.now);
    }

    /// Back to the board; a game that nobody has begun begins as it is.
    fn leave_form(&mut self) {
        if self.session.online().is_some() {
            return self.open_lobby();
        }
        self.page = Page::Board;
        if self.session.is_paused() {
            self.begin(self.now);
        }
    }

    fn act_in_setup(&mut self, action: &Action) {
        match action {
            Action::Up => self.move_cursor(-1, 0),
            Action::Down => self.move_cursor(1, 0),
            Action::Left => self.move_cursor(0, -1),
            Action::Right => self.move_cursor(0, 1),
            Action::Enter => self.put_next(self.cursor),
            Action::Put(letter) => {
                let side = self.session.names().side(&letter.to_string());
                let role = if letter.is_ascii_uppercase() { Role::King } else { Role::Man };
                self.session.put_piece(self.cursor, side.map(|side| role.of(side)));
            }
            _ => {}
        }
    }

    /// Puts the next thing that can stand on a square there.
    pub(super) fn put_next(&mut self, square: Square) {
        if let Some(piece) = self.session.editor().map(|editor| editor.next_piece(square)) {
            self.session.put_piece(square, piece);
        }
    }

    /// A click on a line of a page.
    pub(super) fn click_page(&mut self, row: u16) {
        let Some(line) = Layout::new(self).page_line(self, row) else { return };
        match &mut self.page {
            Page::Form(form) if line < form.lines().len() => {
                if form.line == line {
                    form.change(1);
                }
                form.line = line;
            }
            Page::Form(_) => self.start_form(),
            Page::Games(chosen) => {
                let is_same = *chosen == line;
                *chosen =
                    line.min(self.session.file().map_or(0, |file| file.records.len().saturating_sub(1)));
                if is_same {
                    self.act_on_page(&Action::Enter);
                }
            }
            Page::Lobby(chosen) => {
                let is_same = *chosen == line;
                let n_rows = self.session.online().map_or(0, |online| online.rows().len());
                *chosen = line.min(n_rows.saturating_sub(1));
                if is_same {
                    self.act_on_page(&Action::Enter);
                }
            }
            Page::Choice(moves, chosen) if line < moves.len() => {
                *chosen = line;
                self.act_on_page(&Action::Enter);
            }
            _ => {}
        }
    }
}

impl Question {
    /// The question in words.
    pub fn text(self, session: &Session) -> String {
        let text = match self {
            Question::PlayOn => {
                return format!(
                    "Play on from here? {}",
                    session.given_up_by_playing_on().unwrap_or_default()
                );
            }
            Question::Leave if session.is_kept => "Leave? The game is kept, and offered again next time.",
            Question::Leave => "Leave? The game cannot be kept. n and then S saves it to a file.",
            Question::LeaveTable => {
                "Leave? The game goes on, and so does your clock. The same command brings you back."
            }
            Question::Resign => "Resign this game?",
            Question::Resume => "A game was not finished. Go on with it?",
        };
        text.to_owned()
    }

    /// The answers in words.
    pub fn answers(self) -> &'static str {
        match self {
            Question::Leave | Question::LeaveTable | Question::Resign | Question::PlayOn => "y yes    n no",
            Question::Resume => "y yes    n no, let it go    Esc not now",
        }
    }
}

impl App {
    /// Goes to the next line of a text or of a list of games that has a text in it.
    pub(super) fn search(&mut self, text: &str) {
        self.found = Some(text.to_owned());
        self.look_for(text, 0);
    }

    pub(super) fn search_next(&mut self) {
        match self.found.clone() {
            Some(text) => self.look_for(&text, 1),
            None => self.open_line("Search: ", ""),
        }
    }

    /// Looks for a text from the line that is shown on, or from some lines further on, and round to the beginning.
    fn look_for(&mut self, text: &str, further: usize) {
        let (here, lines): (usize, Vec<String>) = match &self.page {
            Page::Text(_, lines, first) => (*first, text_lines(self, lines, &Layout::new(self))),
            Page::Games(chosen) => {
                let Some(file) = self.session.file() else { return };
                (*chosen, (0..file.records.len()).map(|index| file.title(index)).collect())
            }
            _ => return,
        };
        let n = lines.len().max(1);
        let round = (0..n).map(|i| (here + further + i) % n);
        let found = round.into_iter().find(|i| lines.get(*i).is_some_and(|line| contains(line, text)));
        match (found, &mut self.page) {
            (None, _) => self.complain(format!("Nothing has \"{text}\" in it.")),
            (Some(there), Page::Text(_, _, place) | Page::Games(place)) => {
                *place = there;
                self.message = Message::default();
            }
            _ => {}
        }
    }
}

/// The place in a list after an action; `None` when the action is something else.
fn scrolled(here: usize, action: &Action, page: isize, n: usize) -> Option<usize> {
    let steps = match action {
        Action::Up => -1,
        Action::Down => 1,
        Action::PageUp => -page,
        Action::PageDown => page,
        Action::Home => return Some(0),
        Action::End => return Some(n.saturating_sub(1)),
        _ => return None,
    };
    Some((here as isize + steps).clamp(0, n.saturating_sub(1) as isize) as usize)
}
