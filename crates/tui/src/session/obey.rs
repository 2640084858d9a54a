//! What each command does.

use std::time::Instant;

use crownhead_board::{Color, Move, ParseMoveError, Role};
use crownhead_contest::{Opening, Seat};
use crownhead_pdn::Record;
use crownhead_study::Appearance;
use crownhead_study::style::Choice;

use super::editor::Editor;
use super::{Effect, Notice, Session};
use crate::command::{self, Command, Copied, Step};
use crate::options::GameOptions;
use crate::{advice, words};

impl Session {
    /// Reads a line and does what it says. Could it be read?
    pub fn obey_line(&mut self, line: &str, now: Instant) -> bool {
        if self.choose_by_letter(line, now) {
            return true;
        }
        let read = match self.online {
            None => Command::read(&self.by_color(line)).map_err(|error| error.to_string()),
            Some(_) => crate::online::read(line).map_err(|error| error.to_string()),
        };
        let is_read = read.is_ok();
        match read {
            Ok(command) => self.obey(command, now),
            Err(error) => self.complain(words::sentence(error)),
        }
        is_read
    }

    /// Would a line put another game in place of one that is not finished?
    pub(crate) fn gives_up_game(&self, line: &str) -> bool {
        let is_own = self.online.is_none() && self.learner.is_none() && self.is_running();
        is_own && Command::read(&self.by_color(line)).is_ok_and(|command| command.replaces_game())
    }

    /// A line in which sides are meant by what they are called, with their colors in place of that.
    fn by_color(&self, line: &str) -> String {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line, ""));
        let is_about_side =
            ["turn", "side", "moves-first"].iter().any(|name| name.eq_ignore_ascii_case(word));
        let is_other = command::find(word).is_some_and(|entry| !["black", "white"].contains(&entry.name));
        match (self.names().side_before(rest.trim()), self.names().side_before(line.trim())) {
            (Some((side, "")), _) if is_about_side => format!("{word} {side}"),
            (_, Some((side, who))) if !is_other && !who.is_empty() => format!("{side} {who}"),
            _ => line.to_owned(),
        }
    }

    /// Does what a command says.
    pub fn obey(&mut self, command: Command, now: Instant) {
        match self.online {
            _ if self.learner.is_some() => self.obey_in_course(command, now),
            None => self.obey_here(command, now),
            Some(_) => self.obey_online(command, now),
        }
    }

    /// Does what a command says while a step of the course is on the board.
    fn obey_in_course(&mut self, command: Command, now: Instant) {
        match command {
            Command::Step(step) => self.step_in_course(step),
            Command::Close => self.close_course(),
            Command::Move(_)
            | Command::Moves
            | Command::Board
            | Command::Pieces
            | Command::Reference
            | Command::Set(..)
            | Command::Learn(_)
            | Command::Flip
            | Command::Fen
            | Command::Bits(_)
            | Command::Help(_)
            | Command::Quit => self.obey_here(command, now),
            _ => self.complain("That is for games. close leaves the course, next and back go through it."),
        }
    }

    /// Does what a command says at one's own board.
    pub(super) fn obey_here(&mut self, command: Command, now: Instant) {
        match command {
            Command::Online(_) => self.complain("That is for games at a server: start with --online URL."),
            Command::Move(text) => self.typed(&text, now),
            Command::Moves => self.tell("Legal moves", Session::moves_text),
            Command::Board => self.notices.push(Notice::Board),
            Command::Pieces => self.tell("Pieces", Session::pieces_text),
            Command::Reference => self.notices.push(Notice::Reference),
            Command::Style(style) => self.take_style(*style, now),
            Command::Set(name, value) => self.set(name, &value),
            Command::First(first) => {
                self.start(GameOptions { first, opening: Opening::Free, ..self.options() }, now);
            }
            Command::Learn(step) => self.learn(step.unwrap_or(1)),
            Command::Hint => self.ask_hint(),
            Command::Now => self.move_now(now),
            Command::Pause => self.toggle_pause(now),
            Command::Undo(n) => self.undo(n, now),
            Command::Redo(n) => self.redo(n, now),
            Command::Draw => self.draw(now),
            Command::Resign => self.resign(now),
            Command::Flip => self.notices.push(Notice::Flip),
            Command::Edit => self.edit(),
            Command::Put(text) => self.put(&text, true),
            Command::Remove(text) => self.put(&text, false),
            Command::Clear => self.change_setup(Editor::clear),
            Command::Fill => self.change_setup(Editor::fill),
            Command::Turn(side) => {
                self.change_setup(|editor| editor.set_turn(side.unwrap_or(!editor.turn())));
            }
            Command::Done => self.play_setup(now),
            Command::Cancel => self.leave_setup(),
            Command::Bits(what) => self.show_bits(&what),
            Command::Help(text) => self.notices.push(Notice::Help(text)),
            Command::Quit => self.notices.push(Notice::Quit),
            Command::Fen => self.tell("FEN", Session::fen_text),
            Command::Pdn => self.tell("PDN", |session| session.record().to_string()),
            Command::Score => self.tell("Captured", Session::score_text),
            Command::Copy(what) => self.copy(what),
            Command::Comment(text) => self.comment(&text),
            Command::Save { file, replace } => self.save(&file, replace),
            Command::Load(file) => self.load(&file),
            Command::Games(text) => self.show_games(text),
            Command::Game(number) => self.open_game(number),
            Command::Step(step) => self.step(step),
            Command::Variation(number) => self.enter_variation(number),
            Command::PlayOn => self.play_on(now),
            Command::Close => self.close(),
            Command::Resume => self.resume(now),
            Command::Analyze => self.toggle_analysis(),
            Command::Swap => self.reseat(self.swapped(), now),
            Command::Seat(color, seat) => self.seat_somebody(color, seat, now),
            Command::Level(seat) => self.reseat(self.with_level(seat), now),
            Command::New => self.start(self.options(), now),
            Command::Rematch => {
                self.start(GameOptions { seats: self.swapped(), ..self.options() }, now);
            }
            Command::Rules(rules) => self.start(GameOptions { rules, ..self.options() }, now),
            Command::Clock(clock) => self.start(GameOptions { clock, ..self.options() }, now),
            Command::Opening(opening) => {
                let options = self.planned.take().unwrap_or_else(|| self.options());
                self.start(GameOptions { opening, ..options }, now);
            }
        }
    }

    fn tell(&mut self, title: &'static str, text: impl Fn(&Session) -> String) {
        let text = text(self);
        self.notices.push(Notice::Text(title, text));
    }

    /// A move as somebody typed it, or the number of one in the list of legal moves.
    fn typed(&mut self, text: &str, now: Instant) {
        if text.is_empty() {
            return;
        }
        if self.editor.is_some() {
            return self.complain(format!(
                "A position is being set up, and \"{text}\" does not belong to that. done plays from it, cancel goes \
                 back to the game."
            ));
        }
        if !self.is_live() {
            return self.complain(
                "You are looking at another position. Go back to the game to move, or play on from here.",
            );
        }
        if let Some(learner) = &self.learner {
            if learner.is_done() {
                return self.complain("This step is done. next goes on, close leaves the course.");
            }
            let square = self.settings.appearance.notation.read_square(text);
            if let Some(square) = square.filter(|_| learner.awaits_square()) {
                return self.touch_in_course(square);
            }
        } else if self.online.is_some() && !self.is_over() && !self.is_persons_turn() {
            return self.complain(self.why_wait());
        }
        match self.find_move(text) {
            Ok(mv) => self.play(mv, now),
            Err(sentence) => self.complain(sentence),
        }
    }

    /// The legal move that a text means, or a sentence about why there is none.
    pub(crate) fn find_move(&self, text: &str) -> Result<Move, String> {
        if self.online.is_some() && self.learner.is_none() && self.is_over() {
            return Err(words::ONLINE_OVER.to_owned());
        }
        if let Some(result) = self.result().filter(|_| self.learner.is_none()) {
            let ended = words::result(result, self.game().position(), &self.settings.appearance);
            return Err(format!("{ended} Start a new game with new, or take a move back with undo."));
        }
        let (legal, appearance) = (self.legal_moves(), &self.settings.appearance);
        let is_numbered = self.settings.numbered || appearance.choice == Choice::List;
        let number = text.parse::<usize>().ok().filter(|_| is_numbered);
        let place = number.and_then(|number| number.checked_sub(appearance.count_from.number()));
        if let Some(mv) = place.and_then(|place| legal.get(place)) {
            return Ok(*mv);
        }
        if let Some(number) = number.filter(|_| appearance.choice == Choice::List) {
            let first = appearance.count_from.number();
            return Err(format!(
                "There is no move {number}. The list has {first} to {}.",
                first + legal.len() - 1
            ));
        }
        let (pos, notation) = (self.game().position(), appearance.notation);
        self.game().state().parse_move_with(text, notation.reader()).map_err(|error| match error {
            ParseMoveError::Unreadable { .. } => {
                let why = match appearance.choice {
                    Choice::Squares => advice::about_typed(&error, pos, &legal, appearance),
                    Choice::Letters => format!(
                        "\"{text}\" is neither the letter of a square nor a command. Such a letter is {}.",
                        self.example()
                    ),
                    Choice::List => format!(
                        "\"{text}\" is neither the number of a move nor a command. Such a number is {}.",
                        self.example()
                    ),
                };
                why + " help lists what else can be typed."
            }
            _ => advice::about_typed(&error, pos, &legal, appearance),
        })
    }

    fn fen_text(&self) -> String {
        let fen = self.editor.as_ref().map_or_else(|| self.shown().to_string(), ToString::to_string);
        fen + "\n"
    }

    /// The legal moves with their numbers, a line each.
    pub(crate) fn moves_text(&self) -> String {
        self.numbered(&self.legal_moves())
    }

    /// Moves with numbers to choose them by, a line each.
    pub(crate) fn numbered(&self, moves: &[Move]) -> String {
        let Appearance { notation, choice, count_from, .. } = self.settings.appearance;
        let line = |(mv, number): (&Move, usize)| match choice {
            Choice::Squares => format!("{number:>2}  {}\n", self.describe(*mv, notation)),
            Choice::Letters => format!("{number}: {}\n", self.describe(*mv, notation).replace("  ", ", ")),
            Choice::List => format!("{number}: {}\n", self.with_arrows(*mv)),
        };
        moves.iter().zip(count_from.number()..).map(line).collect()
    }

    /// A move as a list of moves has it: `18 -> 36`.
    fn with_arrows(&self, mv: Move) -> String {
        let notation = self.settings.appearance.notation;
        let described = self.describe(mv, notation);
        let takes = described.split_once("  ").map_or("", |(_, takes)| takes);
        match mv.is_end_turn() {
            true => "-1 -> -1, ends the turn".to_owned(),
            false => {
                let squares: Vec<String> =
                    mv.route().into_iter().map(|square| notation.square(square)).collect();
                let between = if takes.is_empty() { "" } else { ", " };
                format!("{}{between}{takes}", squares.join(" -> "))
            }
        }
    }

    /// A move with what it captures.
    pub(crate) fn describe(&self, mv: Move, notation: crate::Notation) -> String {
        if mv.is_end_turn() {
            return format!("{}  ends the turn", notation.mv(mv));
        }
        if !mv.is_jump() {
            return notation.mv(mv);
        }
        let kings = mv.captured() & self.game().position().kings();
        let men = mv.captured() - kings;
        let part = |squares: crownhead_board::Bitboard, one: &str, many: &str| match squares.len() {
            0 => None,
            1 => Some(format!("the {one} on {}", notation.squares(squares))),
            _ => Some(format!("the {many} on {}", notation.squares(squares))),
        };
        let parts: Vec<String> =
            [part(men, "man", "men"), part(kings, "king", "kings")].into_iter().flatten().collect();
        format!("{}  takes {}", notation.mv(mv), parts.join(" and "))
    }

    fn pieces_text(&self) -> String {
        let (pos, notation) = (self.shown(), self.settings.appearance.notation);
        let mut text = format!("{} to move.\n", self.name(pos.turn()));
        for color in Color::ALL {
            for (role, kind) in [(Role::Man, "men"), (Role::King, "kings")] {
                let pieces = pos.iter_pieces().filter(|(_, piece)| *piece == role.of(color));
                let squares: Vec<_> = pieces.map(|(square, _)| square).collect();
                if !squares.is_empty() {
                    let name = self.name(color);
                    text.push_str(&format!("{name} {kind}: {}.\n", notation.squares(squares)));
                }
            }
        }
        text
    }

    /// A board with the name of every square, as this side sees it.
    pub(crate) fn reference_text(&self, side: Color) -> String {
        format!(
            "Square names ({}), {} at the bottom:\n\n{}",
            self.settings.appearance.notation,
            self.name(side),
            self.settings.appearance.notation.reference(side)
        )
    }

    fn score_text(&self) -> String {
        let line = |color: Color| {
            let captured = self.game().captured_by(color);
            let men = words::plural(captured.men, "man", "men");
            let kings = words::plural(captured.kings, "king", "kings");
            format!("{} has captured {men} and {kings}.\n", self.name(color))
        };
        Color::ALL.map(line).concat()
    }

    fn copy(&mut self, what: Copied) {
        let (name, command, text) = match what {
            Copied::Fen => ("position", "fen", self.shown().to_string()),
            Copied::Pdn => ("game", "pdn", self.record().to_string()),
        };
        self.effects.push(Effect::Copy(text));
        self.say(format!(
            "The {name} was sent to the clipboard. If your terminal does not allow that, {command} shows it."
        ));
    }

    fn comment(&mut self, text: &str) {
        let ply = self.game().moves().len();
        match text.trim() {
            "" => {
                self.comments.remove(&ply);
                self.say("The comment was removed.");
            }
            text => {
                self.comments.insert(ply, text.to_owned());
                self.say("The comment will be saved with the game.");
            }
        }
        self.keep();
    }

    fn toggle_pause(&mut self, now: Instant) {
        self.pause(!self.is_paused(), now);
        self.say(if self.is_paused() {
            "The computer is paused. Pause again to let it continue."
        } else {
            "The game goes on."
        });
    }

    fn seat_somebody(&mut self, color: Color, seat: Seat, now: Instant) {
        let mut seats = self.contest().seats();
        seats[color as usize] = seat;
        self.pause(false, now);
        self.reseat(seats, now);
    }

    /// Who plays, the other way round.
    fn swapped(&self) -> [Seat; 2] {
        let [black, white] = self.contest().seats();
        [white, black]
    }

    /// Who plays, with computers of this level.
    fn with_level(&self, level: Seat) -> [Seat; 2] {
        let mut seats = self.contest().seats();
        // The side that is not to move gets an opponent, if there is none.
        let opponent = !self.contest().turn();
        if !seats.iter().any(|seat| seat.is_computer()) {
            seats[opponent as usize] = level;
        }
        seats.map(|seat| if seat.is_computer() { level } else { seat })
    }

    /// The game as it is written to files.
    pub fn record(&self) -> Record {
        match (&self.viewing, &self.file) {
            (Some((index, _)), Some(file)) => file.records[*index].clone(),
            _ => self.game_record(),
        }
    }

    pub(crate) fn is_stepping(&self, step: Step) -> bool {
        let (here, end) = (self.shown_ply(), self.game().moves().len());
        match step {
            Step::First | Step::Back => here > 0,
            Step::Next | Step::Last => here < end,
            Step::Sideways(_) => false,
        }
    }
}
