//! Moving the pieces: by cursor, mouse, letters, Tab, or typing.

use crownhead_board::{Color, Move, Piece, Role, Square};

use super::hand::{Put, of_several};
use super::{Action, App, Page};
use crate::advice;
use crate::command::Command;
use crate::session::Learner;
use crownhead_study::style::Choice;

impl App {
    pub(super) fn act_at_board(&mut self, action: &Action) {
        match action {
            Action::Up => self.move_cursor(-1, 0),
            Action::Down => self.move_cursor(1, 0),
            Action::Left => self.move_cursor(0, -1),
            Action::Right => self.move_cursor(0, 1),
            Action::Enter => self.enter(),
            Action::Cancel => self.cancel(),
            Action::NextMove => self.show_move(1),
            Action::PreviousMove => self.show_move(-1),
            Action::EndTurn => self.session.obey(Command::Move("--".to_owned()), self.now),
            _ => {}
        }
    }

    /// Moves the cursor to the next dark square that way on the screen.
    pub(super) fn move_cursor(&mut self, down: isize, right: isize) {
        self.hand.forget_preview();
        let (row, column) = self.place_of(self.cursor);
        let (row, column) = (row as isize, column as isize);
        // Up and down go back and forth between two columns, so that nothing is out of reach.
        let aside =
            if self.square_in_signed(row + down, (column ^ 1) & 7).is_some() { column ^ 1 } else { column };
        let (row, column) = if down != 0 { (row + down, aside) } else { (row, column + 2 * right) };
        if let Some(square) = self.square_in_signed(row, column) {
            self.cursor = square;
        }
    }

    fn square_in_signed(&self, row: isize, column: isize) -> Option<Square> {
        self.square_in(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
    }

    fn enter(&mut self) {
        let legal = self.session.legal_moves();
        match self.hand.preview(&legal) {
            Some((mv, _, _)) => self.play(mv),
            None => self.touch(self.cursor),
        }
    }

    fn cancel(&mut self) {
        self.hand.step_back();
        self.message = super::Message::default();
        if let Some(square) = self.hand.path().last() {
            self.cursor = *square;
        }
    }

    fn show_move(&mut self, steps: isize) {
        if !self.may_touch() {
            return;
        }
        let legal = self.session.legal_moves();
        self.hand.show_next(&legal, steps);
        if let Some((mv, number, n_moves)) = self.hand.preview(&legal) {
            let text =
                self.session.describe(mv, self.session.settings.appearance.notation).replace("  ", " ");
            self.say(format!("Move {number} of {n_moves}: {text}. Enter makes it, Tab shows the next."));
        }
    }

    /// Can anything be moved now? If not, says why.
    fn may_touch(&mut self) -> bool {
        if self.can_move() {
            return true;
        }
        if let Some(learner) = self.session.learner() {
            self.say(match learner.is_done() {
                true => "This step is done. Enter goes on.",
                false => "A square is asked for here: go there and press Enter, click it, or type it.",
            });
        } else if self.session.online().is_some() && self.session.looking().is_some() {
            self.complain("You are looking back. Esc goes to the game.");
        } else if self.session.online().is_some() && self.session.is_over() {
            self.complain("The game is over. R asks for another one, G goes to the lobby.");
        } else if self.session.looking().is_some() {
            self.complain("You are looking back. Esc goes to the game; Enter plays on from here.");
        } else if self.session.is_over() {
            self.complain("The game is over. N starts a new one, u takes the last move back.");
        } else if self.session.viewing().is_none() {
            self.complain(self.session.why_wait());
        }
        false
    }

    /// A square is chosen, by the cursor or the mouse.
    pub(super) fn touch(&mut self, square: Square) {
        if self.session.learner().is_some_and(Learner::awaits_square) {
            return self.session.touch_in_course(square);
        }
        if !self.may_touch() {
            return;
        }
        self.hand.forget_preview();
        match self.hand.path() {
            [] => self.touch_first(square),
            [only] if *only == square => self.cancel(),
            [_] if self.is_mover(square) => self.take(square),
            _ => self.put(square),
        }
    }

    fn is_mover(&self, square: Square) -> bool {
        self.session.legal_moves().iter().any(|mv| mv.from() == Some(square))
    }

    fn take(&mut self, square: Square) {
        self.hand.take(square);
        let legal = self.session.legal_moves();
        let targets = self.hand.reachable(&legal);
        let notation = self.session.settings.appearance.notation;
        let kind = match self.session.shown().piece_at(square) {
            Some(Piece { role: Role::King, .. }) => "king",
            _ => "man",
        };
        self.say(format!(
            "The {kind} on {} can go to {}. Choose the square; Esc puts it back.",
            notation.square(square),
            notation.squares(targets).replace(" and ", " or ")
        ));
    }

    fn touch_first(&mut self, square: Square) {
        if self.is_mover(square) {
            return self.take(square);
        }
        let ending: Vec<Move> =
            self.session.legal_moves().iter().copied().filter(|mv| mv.to() == Some(square)).collect();
        match of_several(ending) {
            Put::Played(mv) => self.play(mv),
            Put::Several(moves) => self.choose(moves),
            Put::Landed | Put::No => self.explain_square(square),
        }
    }

    /// Why nothing can be done with a square.
    fn explain_square(&mut self, square: Square) {
        let pos = *self.session.shown();
        let notation = self.session.settings.appearance.notation;
        let name = notation.square(square);
        let jumps: Vec<Move> = self.session.legal_moves().iter().copied().filter(|mv| mv.is_jump()).collect();
        let sentence = match pos.piece_at(square) {
            Some(Piece { color, .. }) if color != pos.turn() => {
                let (owner, turn) = (self.session.name(color), self.session.name(pos.turn()));
                format!("The piece on {name} is {owner}'s, and it is {turn}'s turn. Choose a marked piece.")
            }
            _ if !jumps.is_empty() => advice::must_capture(&jumps, notation),
            Some(_) => format!("The piece on {name} cannot move: it is blocked. Choose a marked piece."),
            None => format!(
                "No piece of {}'s can go to {name}. Choose a marked piece, or a square with a letter.",
                self.session.name(pos.turn())
            ),
        };
        self.complain(sentence);
    }

    fn put(&mut self, square: Square) {
        let legal = self.session.legal_moves();
        let before = self.hand.path().to_vec();
        match self.hand.put(&legal, square) {
            Put::Played(mv) => self.play(mv),
            Put::Several(moves) => self.choose(moves),
            Put::Landed => self.landed(&legal),
            Put::No => {
                let squares: Vec<Square> = before.into_iter().chain([square]).collect();
                let state = self.session.shown_state();
                let why = state.explain_illegal(&squares);
                self.complain(advice::about(&why, state.position(), &self.session.settings.appearance));
            }
        }
    }

    /// A jump goes on: the cursor goes ahead where there is only one way.
    fn landed(&mut self, legal: &[Move]) {
        let targets = self.hand.targets(legal);
        let notation = self.session.settings.appearance.notation;
        let names = notation.squares(targets).replace(" and ", " or ");
        let stop = if self.hand.may_stop(legal) { " Enter on the piece stops here." } else { "" };
        self.say(format!("The jump goes on to {names}.{stop} Esc takes the last jump back."));
        if let Some(only) = targets.into_iter().next().filter(|_| targets.len() == 1 && stop.is_empty()) {
            self.cursor = only;
        }
    }

    fn choose(&mut self, moves: Vec<Move>) {
        self.say(match self.session.settings.appearance.choice {
            Choice::Letters => "Which piece? Type its number.",
            _ => "More than one move ends there. Which one?",
        });
        self.page = Page::Choice(moves, 0);
    }

    pub(super) fn play(&mut self, mv: Move) {
        self.page = self.home();
        self.hand.let_go();
        self.session.play(mv, self.now);
    }

    /// A letter or a digit at the board: a square to go to, or the beginning of a move.
    pub(super) fn press_at_board(&mut self, c: char) {
        let moves = self.session.moves_to_letter(c);
        if !moves.is_empty() {
            return self.choose(moves);
        }
        if c.is_ascii_digit() || self.takes_char(c) {
            self.open_line("Move: ", "");
            self.type_char(c);
            return;
        }
        let lettered = self.letters().into_iter().find(|(_, letter)| *letter == Some(c));
        match lettered {
            Some((square, _)) => {
                self.cursor = square;
                match self.hand.path() {
                    [] => self.touch_first(square),
                    _ => self.put(square),
                }
            }
            None if self.can_move() => {
                self.complain(format!("No square has the letter {c}. ? shows all keys."));
            }
            None => {}
        }
    }

    /// Does a character begin a move at the board, whatever key it is otherwise?
    pub(super) fn takes_char(&self, c: char) -> bool {
        let appearance = &self.session.settings.appearance;
        match appearance.choice {
            Choice::Letters => !self.session.moves_to_letter(c).is_empty(),
            Choice::List if c == '-' => self.session.legal_moves().iter().any(|mv| mv.is_end_turn()),
            _ => appearance.notation.has_letters() && ('a'..='h').contains(&c.to_ascii_lowercase()),
        }
    }

    /// The moves that end on the square of a letter that was typed are there to choose from.
    pub(super) fn choose_pending(&mut self) {
        let moves = self.session.take_pending();
        self.choose(moves);
    }

    /// A move that was typed: squares, the number of a move, or one square to touch.
    pub(super) fn typed_move(&mut self, text: &str) {
        let appearance = &self.session.settings.appearance;
        let square = match appearance.choice {
            Choice::List => None,
            _ => appearance.notation.read_square(text.trim()),
        };
        match square {
            Some(square) if self.can_move() => {
                self.cursor = square;
                self.touch(square);
            }
            _ => self.session.obey(Command::Move(text.to_owned()), self.now),
        }
    }

    /// Says what was played, and what has to be done now.
    pub(super) fn told_move(&mut self, color: Color, mv: Move, again: bool) {
        let notation = self.session.settings.appearance.notation;
        let name = self.session.name(color);
        let moved = match mv.is_end_turn() {
            true => format!("{name} ended the turn."),
            false if again => format!("{name} played {}. {name} moves again.", notation.mv(mv)),
            false => format!("{name} played {}.", notation.mv(mv)),
        };
        self.go_to_jumper();
        let forced = self.forced_sentence().unwrap_or_default();
        self.say(format!("{moved} {forced}"));
    }

    /// Where only jumps are legal the cursor goes to a piece that can jump.
    fn go_to_jumper(&mut self) {
        let legal = self.session.legal_moves();
        if let Some(first) = legal.first().and_then(|mv| mv.from())
            && self.forced_sentence().is_some()
            && !self.is_mover(self.cursor)
        {
            self.cursor = first;
        }
    }

    /// The sentence that says that a capture is forced, if one is.
    pub(crate) fn forced_sentence(&self) -> Option<String> {
        let notation = self.session.settings.appearance.notation;
        let legal = self.session.legal_moves();
        self.can_move().then(|| advice::about_jumps(&legal, notation, "press . to end the turn")).flatten()
    }

    /// Tells a person how to begin.
    pub(crate) fn welcome(&mut self) {
        if let Some(offer) = self.session.kept_offer(":resume") {
            return self.say(offer);
        }
        let example = self.session.legal_moves().first().copied();
        if let Some(mv) = example.filter(|_| self.can_move() && self.forced_sentence().is_none()) {
            let example = self.session.settings.appearance.notation.mv(mv);
            let text = std::mem::take(&mut self.message.text);
            let how = match self.session.settings.appearance.choice {
                Choice::Squares => format!(
                    "Choose a marked piece with the arrows and Enter, click it, press a letter, or type {example}."
                ),
                Choice::Letters => {
                    "Press the letter of a square to go to, then the number of the piece.".to_owned()
                }
                Choice::List => "Type the number of a move in the list.".to_owned(),
            };
            self.say(format!("{text} {how}").trim_start());
        }
    }
}
