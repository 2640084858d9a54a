//! The state of the screen, and what keys, clicks and the engine do to it.

mod form;
mod hand;
pub(crate) mod keys;
mod line;
mod lobby;
mod mouse;
mod moving;
mod pages;
mod place;
mod scene;

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use crownhead_board::{Color, Move, Square};
use crownhead_contest::Seat;
use crownhead_study::Names;
use ratatui::layout::Size;

use crate::command::Command;
use crate::options::levels;
use crate::session::{Effect, Happening, Notice, Session};
use crate::view::{Layout, Look};

pub use form::{Form, Offer};
pub use hand::Hand;
pub use keys::{Action, Binding, Key, Place, keys_of_play};
pub use line::EntryLine;
pub use scene::Cell;

/// Something that happens to the screen.
#[derive(Debug)]
pub enum Event {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// Text that was pasted.
    Paste(String),
    /// The window has another size.
    Resize(u16, u16),
    /// Something outside.
    Happened(Happening),
    /// Time has passed.
    Tick,
}

/// Everything that the screen shows.
#[derive(Debug)]
pub struct App {
    /// The game and what is asked of it.
    pub session: Session,
    /// How things are drawn.
    pub look: Look,
    pub(crate) size: Size,
    /// The side at the bottom.
    pub(crate) side: Color,
    pub(crate) cursor: Square,
    pub(crate) hand: Hand,
    pub(crate) page: Page,
    pub(crate) line: Option<EntryLine>,
    pub(crate) message: Message,
    /// Which bits are shown, if any are.
    pub(crate) bits: Option<BitsPage>,
    /// The step of a recursion over jumps, or the first of the masks, that the bits show.
    pub(crate) jump_step: usize,
    /// The text that was searched for last.
    pub(crate) found: Option<String>,
    /// The form that one comes back to from what was opened over it.
    behind: Option<Box<Form>>,
    pub(crate) now: Instant,
    pressed: Option<mouse::Pressed>,
    /// Lines that were typed behind a colon.
    typed: Vec<String>,
    is_leaving: bool,
    wants_shell: bool,
}

/// A page of the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitsPage {
    /// The words of the position.
    Position,
    /// The piece that is taken up.
    Piece,
    /// The masks that have names.
    Masks,
}

impl BitsPage {
    fn next(page: Option<BitsPage>) -> Option<BitsPage> {
        match page {
            None => Some(BitsPage::Position),
            Some(BitsPage::Position) => Some(BitsPage::Piece),
            Some(BitsPage::Piece) => Some(BitsPage::Masks),
            Some(BitsPage::Masks) => None,
        }
    }

    pub(crate) const fn title(self) -> &'static str {
        match self {
            BitsPage::Position => "Bits 1/3: position; B next, Esc hide",
            BitsPage::Piece => "Bits 2/3: a piece; B next, Esc hide",
            BitsPage::Masks => "Bits 3/3: masks; B or Esc hide",
        }
    }
}

/// What fills the screen, or lies over the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Page {
    /// The board.
    Board,
    /// The form for a new game.
    Form(Box<Form>),
    /// The games of a file, and the one that is chosen.
    Games(usize),
    /// A text, from a line on.
    Text(&'static str, String, usize),
    /// The step of the course.
    Learn,
    /// A position that is being set up.
    Setup,
    /// One of several moves is to be chosen.
    Choice(Vec<Move>, usize),
    /// A question to be answered with yes or no.
    Question(Question),
    /// The lobby of a server, and the line that is chosen.
    Lobby(usize),
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Leave, though a game is on?
    Leave,
    /// Leave, though a game with somebody elsewhere is on?
    LeaveTable,
    /// Resign?
    Resign,
    /// Play on from the position that is shown, though something is given up by it?
    PlayOn,
    /// Go on with the game that was kept?
    Resume,
}

/// What the message line says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// The sentence.
    pub text: String,
    /// Is it about something that was not done?
    pub is_wrong: bool,
}

impl App {
    /// A screen for a session.
    pub fn new(session: Session, look: Look, size: Size, now: Instant) -> App {
        let mut app = App {
            session,
            look,
            size,
            side: Color::White,
            cursor: Square::ALL[10],
            hand: Hand::default(),
            page: Page::Board,
            line: None,
            message: Message::default(),
            bits: None,
            jump_step: 0,
            found: None,
            behind: None,
            now,
            pressed: None,
            typed: Vec::new(),
            is_leaving: false,
            wants_shell: false,
        };
        app.face_person();
        app
    }

    /// Opens the form for a new game.
    pub fn open_form(&mut self) {
        self.message = Message::default();
        let appearance = self.session.settings.appearance.clone();
        self.page = Page::Form(Box::new(Form::new(&self.session.options(), appearance)));
    }

    /// Is the program to stand still, so that the shell can be used? Asks once.
    pub fn takes_pause(&mut self) -> bool {
        std::mem::take(&mut self.wants_shell)
    }

    /// Starts the game that the session was made with.
    pub fn begin(&mut self, now: Instant) {
        self.session.begin(now);
        self.message = Message::default();
        self.hear_session();
        self.show_wanted_bits();
        self.welcome();
    }

    /// Offers to go on with a game that was kept.
    pub fn ask_resume(&mut self) {
        self.page = Page::Question(Question::Resume);
    }

    /// Takes in what has happened, and changes what is shown.
    pub fn update(&mut self, event: Event, now: Instant) {
        self.now = now;
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
            Event::Key(_) => {}
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.paste(&text),
            Event::Resize(width, height) => self.size = Size { width, height },
            Event::Happened(happening) => self.session.hear(happening, now),
            Event::Tick => self.session.tick(now),
        }
        self.hear_session();
    }

    /// What there is to do outside.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        self.session.take_effects()
    }

    /// Is the program to be left?
    pub fn is_leaving(&self) -> bool {
        self.is_leaving
    }

    /// What fills the screen, or lies over the board.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// The size of the window.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What the message line says.
    pub fn message(&self) -> &Message {
        &self.message
    }

    fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::ALT) {
            // Terminals send the same for Alt with a key as for Escape and then the key.
            self.press(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
            return self.press(KeyEvent { modifiers: key.modifiers - KeyModifiers::ALT, ..key });
        }
        let is_over_bits = self.page == Page::Board && self.line.is_none() && self.hand.is_empty();
        if key.code == KeyCode::Esc && self.bits.is_some() && is_over_bits {
            self.bits = None;
            return;
        }
        let action = self.place().action(key).cloned().filter(|_| !self.is_for_board(key));
        let is_leaving = matches!(action, Some(Action::LeaveAtOnce | Action::Shell));
        if Layout::is_too_small(self.size) && !is_leaving {
            // Nobody sees what a key would do.
            return;
        }
        match action {
            Some(Action::LeaveAtOnce) => self.is_leaving = true,
            _ if self.line.is_some() => self.press_in_line(key, action),
            Some(action) => self.act(action),
            None => self.press_other(key),
        }
    }

    /// Does a key begin a move at the board, whatever else it would do?
    fn is_for_board(&self, key: KeyEvent) -> bool {
        let KeyCode::Char(c) = key.code else { return false };
        let is_plain = !key.modifiers.contains(KeyModifiers::CONTROL);
        is_plain && self.is_at_move() && self.takes_char(c)
    }

    /// What the bottom line says: the keys that do something here, the most useful first.
    pub(crate) fn hints(&self) -> Vec<&'static Binding> {
        let is_at_move = self.is_at_move();
        self.place().hints(&|c| is_at_move && self.takes_char(c))
    }

    /// Is this a place where pieces are moved?
    fn is_at_move(&self) -> bool {
        matches!(self.place(), Place::Playing | Place::AtTable | Place::Learn)
    }

    /// A key that is in no table: a digit or a letter.
    fn press_other(&mut self, key: KeyEvent) {
        let KeyCode::Char(c) = key.code else { return };
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return;
        }
        match &mut self.page {
            Page::Form(form) if c.is_ascii_digit() => form.digit(c),
            Page::Choice(moves, _) => {
                let first = self.session.settings.appearance.count_from.number();
                let place = c.to_digit(10).and_then(|number| (number as usize).checked_sub(first));
                let chosen = place.and_then(|place| moves.get(place));
                if let Some(mv) = chosen.copied() {
                    self.play(mv);
                }
            }
            Page::Board if self.session.viewing().is_some() => {
                if let Some(number) = c.to_digit(10).filter(|number| *number > 0) {
                    self.session.obey(Command::Variation(number as usize), self.now);
                }
            }
            Page::Board | Page::Learn => self.press_at_board(c),
            _ => {}
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Obey(Command::Edit) if matches!(self.page, Page::Form(_)) => self.edit_from_form(),
            Action::Obey(Command::PlayOn) if self.session.given_up_by_playing_on().is_some() => {
                self.ask(Question::PlayOn);
            }
            Action::Obey(command) => self.obey(command),
            Action::TypeCommand => self.open_line(":", ""),
            Action::TypeMove => self.open_line("Move: ", ""),
            Action::Type(prompt, command) => self.open_line(prompt, command),
            Action::ShowKeys => {
                let text = keys::help(self.place(), self.session.online().is_some());
                self.open_text("Keys", text);
            }
            Action::Learn => self.session.obey(Command::Learn(None), self.now),
            Action::Search => self.open_line("Search: ", ""),
            Action::SearchNext => self.search_next(),
            Action::StepBits(steps) => self.step_bits(steps),
            Action::Shell => self.wants_shell = true,
            Action::NewGame => self.open_form(),
            Action::Offer(kind) => self.open_offer(kind),
            Action::Withdraw => self.withdraw_chosen(),
            Action::WatchLive => self.watch_live(),
            Action::Bits => {
                self.bits = BitsPage::next(self.bits);
                self.jump_step = 0;
            }
            Action::Stronger => self.change_level(1),
            Action::Weaker => self.change_level(-1),
            Action::AskResign => self.ask(Question::Resign),
            Action::Leave if self.session.is_running() => self.ask(match self.session.online() {
                Some(_) => Question::LeaveTable,
                None => Question::Leave,
            }),
            Action::Leave | Action::LeaveAtOnce => self.is_leaving = true,
            Action::Yes => self.answer(true),
            Action::No => self.answer(false),
            Action::NextGame => self.other_game(1),
            Action::PreviousGame => self.other_game(-1),
            action if self.page == Page::Board => self.act_at_board(&action),
            action if self.page == Page::Learn => self.act_in_course(&action),
            action => self.act_on_page(&action),
        }
    }

    fn obey(&mut self, command: Command) {
        if matches!(self.page, Page::Text(..) | Page::Games(_) | Page::Choice(..)) {
            self.go_home();
        }
        use Command::{Close, Game, Redo, Step, Undo, Variation};
        if matches!(command, Step(_) | Variation(_) | Close | Game(_) | Undo(_) | Redo(_)) {
            // What was said was about another position.
            self.message = Message::default();
        }
        self.hand.let_go();
        self.session.obey(command, self.now);
    }

    fn ask(&mut self, question: Question) {
        if question == Question::Resign && self.session.is_over() {
            return self.complain("The game is over already.");
        }
        self.page = Page::Question(question);
    }

    fn answer(&mut self, yes: bool) {
        let Page::Question(question) = self.page else { return };
        self.go_home();
        match (question, yes) {
            (Question::Leave | Question::LeaveTable, true) => self.is_leaving = true,
            (Question::Resign, true) => self.session.obey(Command::Resign, self.now),
            (Question::PlayOn, true) => self.obey(Command::PlayOn),
            (Question::Resume, true) => self.session.resume(self.now),
            (Question::Resume, false) => {
                self.session.decline_kept();
                self.open_form();
            }
            (Question::Leave | Question::LeaveTable | Question::Resign | Question::PlayOn, false) => {}
        }
    }

    fn change_level(&mut self, steps: isize) {
        let seats = Color::ALL.map(|color| self.session.seat(color));
        let all: Vec<Seat> = levels().collect();
        let Some(here) = seats.iter().find_map(|seat| all.iter().position(|other| other == seat)) else {
            return self
                .complain("No computer plays. :level 3 lets one play for the side that is not to move.");
        };
        match usize::try_from(here as isize + steps).ok().and_then(|there| all.get(there)) {
            Some(level) => self.session.obey(Command::Level(*level), self.now),
            None => self.complain("There is no such level."),
        }
    }

    fn other_game(&mut self, steps: isize) {
        if let Some((index, _)) = self.session.viewing() {
            let number = (index as isize + 1 + steps).max(0) as usize;
            self.session.obey(Command::Game(number), self.now);
        }
    }

    /// Opens the bits where they are to be seen each turn.
    fn show_wanted_bits(&mut self) {
        if self.session.settings.appearance.each_turn.bits {
            self.bits = self.bits.or(Some(BitsPage::Position));
        }
    }

    fn step_bits(&mut self, steps: isize) {
        self.jump_step = self.jump_step.saturating_add_signed(steps).min(99);
    }

    /// What to do where a position is set up.
    fn setup_words(&self) -> String {
        let names = self.session.names();
        let whose = |key: &str| names.side(key).map(|side| format!("{key} for {}", names.of(side)));
        let whose = match *names == Names::default() {
            true => String::new(),
            false => format!(
                " ({})",
                ["b", "w"].iter().filter_map(|key| whose(key)).collect::<Vec<_>>().join(", ")
            ),
        };
        format!(
            "Go to a square with the arrows or the mouse. b and w put men there{whose}, B and W kings, x nothing; \
             t changes who moves first, p plays."
        )
    }

    pub(crate) fn complain(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_wrong: true };
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_wrong: false };
    }

    /// Turns the board to the only person who plays.
    pub(crate) fn face_person(&mut self) {
        self.side = self.session.bottom();
        let movers = self.session.game().position().movers();
        if let Some(square) = movers.into_iter().next().filter(|_| !movers.contains(self.cursor)) {
            self.cursor = square;
        }
    }

    /// Shows what the session has to tell.
    fn hear_session(&mut self) {
        let mut has_started = false;
        for notice in self.session.take_notices() {
            has_started |= notice == Notice::Started;
            match notice {
                Notice::Say(text) => self.say(text),
                Notice::Wrong(text) => self.complain(text),
                Notice::Text("Which piece?", _) => self.choose_pending(),
                Notice::Text(title, text) => self.open_text(title, text),
                Notice::Moved { color, mv, again } => self.told_move(color, mv, again),
                Notice::Board => {
                    self.hand.let_go();
                    if matches!(self.page, Page::Form(_)) && self.session.viewing().is_some() {
                        self.page = Page::Board;
                    }
                }
                Notice::Started => {
                    self.page = Page::Board;
                    self.behind = None;
                    self.face_person();
                    self.show_wanted_bits();
                }
                Notice::Flip => self.side = !self.side,
                Notice::Games(text) => {
                    self.page = Page::Games(self.session.viewing().map_or(0, |(index, _)| index));
                    self.behind = None;
                    if !text.is_empty() {
                        self.search(&text);
                    }
                }
                Notice::Edit => {
                    self.page = Page::Setup;
                    self.say(self.setup_words());
                }
                Notice::Bits => self.act(Action::Bits),
                Notice::Reference => {
                    self.open_text("Squares", self.session.reference_text(self.board_side()));
                }
                Notice::Help(text) => {
                    self.open_text("Commands", self.session.help());
                    if !text.is_empty() {
                        self.search(&text);
                    }
                }
                Notice::Learn => self.open_course(),
                Notice::Quit => self.act(Action::Leave),
                Notice::Lobby => self.page = Page::Lobby(0),
                Notice::Table => self.page = Page::Board,
                Notice::Waiting if matches!(self.page, Page::Lobby(_)) => {}
                Notice::Waiting => self.go_home(),
                Notice::Said(text) if matches!(self.page, Page::Lobby(_)) => self.say(text),
                Notice::Said(_) => {}
                Notice::Password => self.open_secret(),
            }
        }
        if has_started {
            self.welcome();
        }
        let is_left = match self.page {
            Page::Setup => self.session.editor().is_none(),
            Page::Learn => self.session.learner().is_none(),
            _ => false,
        };
        if is_left {
            self.go_home();
        }
    }
}
