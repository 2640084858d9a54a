//! An ending, practiced line by line.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use crownhead_board::{Move, MoveList};
use crownhead_endgame::{Database, Value, Verdict};
use crownhead_files::lines;
use crownhead_practice::{Aim, Attempt, End, Ending, Judgement, PracticeError, Turn};
use crownhead_study::Appearance;
use crownhead_wire as wire;
use serde_json::json;

use super::record::Record;
use crate::commands::show::board_from;
use crate::output::tell_error;
use crate::words::{counted, wrapped};

/// How an ending is practiced.
pub(super) struct Options {
    pub(super) appearance: Appearance,
    /// The number of the first position; none for the usual one.
    pub(super) seed: Option<u64>,
    pub(super) shows_distance: bool,
    pub(super) is_json: bool,
    /// Are the lines that are read printed, because nobody sees them typed?
    pub(super) echo: bool,
}

pub(super) struct Session<'a, W: Write> {
    ending: &'static Ending,
    database: &'a Database,
    record: Record,
    options: Options,
    out: &'a mut W,
    attempt: Attempt,
    /// The number of the position, if it was drawn.
    seed: Option<u64>,
    /// Was there a hint, or a move taken back, in this position?
    is_helped: bool,
    /// Is this position among those that were tried?
    is_counted: bool,
}

/// What can be typed, besides moves.
const COMMANDS: &[(&str, Command, &str)] = &[
    ("hint", Command::Hint, "a best move"),
    ("undo", Command::Undo, "take your last move back, and the reply to it"),
    ("again", Command::Again, "the same position from the beginning"),
    ("next", Command::Next, "another position of this ending; next N for the one with this number"),
    ("distance", Command::Distance, "show how far the end is, or hide it"),
    ("moves", Command::Moves, "your legal moves"),
    ("board", Command::Board, "the board"),
    ("about", Command::About, "what to know about this ending"),
    ("help", Command::Help, "these lines"),
    ("quit", Command::Quit, "leave"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    Hint,
    Undo,
    Again,
    Next,
    Distance,
    Moves,
    Board,
    About,
    Help,
    Quit,
}

/// The width of the text, in columns.
const WIDTH: usize = 79;

impl<'a, W: Write> Session<'a, W> {
    pub(super) fn new(
        ending: &'static Ending,
        database: &'a Database,
        record: Record,
        options: Options,
        out: &'a mut W,
    ) -> anyhow::Result<Session<'a, W>> {
        let seed = options.seed;
        let pos = match seed {
            None => ending.example(),
            Some(seed) => ending.draw(database, seed)?,
        };
        let attempt = Attempt::new(database, pos, ending.goal)?;
        let (is_helped, is_counted) = (false, false);
        Ok(Session { ending, database, record, options, out, attempt, seed, is_helped, is_counted })
    }

    /// Reads lines until the input ends or says so.
    pub(super) fn run(mut self, input: impl BufRead) -> anyhow::Result<()> {
        if self.options.is_json {
            self.tell_position()?;
        } else {
            self.write(format_args!("{}: {}.", self.ending.title, self.ending.goal))?;
            self.about()?;
            self.tell_position()?;
        }
        self.prompt()?;
        for line in lines(input) {
            let line = line?;
            if self.options.echo && !self.options.is_json {
                writeln!(self.out, "{line}")?;
            }
            if !self.obey(line.trim())? {
                return Ok(());
            }
            self.prompt()?;
        }
        // What comes next does not stand behind the prompt.
        if !self.options.is_json {
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// Does what a line says. Does it go on?
    fn obey(&mut self, line: &str) -> anyhow::Result<bool> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let word = word.to_lowercase();
        let is_meant = |(name, _, _): &&(&str, Command, &str)| name.starts_with(&word);
        let command =
            COMMANDS.iter().find(is_meant).filter(|_| !word.is_empty()).map(|(_, command, _)| *command);
        match command {
            None if word.is_empty() => {}
            None if word == "?" => self.help()?,
            None => self.take_move(line)?,
            Some(Command::Next) => self.next(rest.trim())?,
            Some(_) if !rest.trim().is_empty() => {
                self.complain(&format!("{word} stands alone; type help for what there is"))?;
            }
            Some(Command::Hint) => self.hint()?,
            Some(Command::Undo) => self.undo()?,
            Some(Command::Again) => {
                self.is_helped |= self.attempt.n_moves() > 0;
                self.attempt.again();
                self.tell_position()?;
            }
            Some(Command::Distance) => {
                self.options.shows_distance ^= true;
                self.tell_position()?;
            }
            Some(Command::Moves) => self.tell_moves()?,
            Some(Command::Board) => self.tell_position()?,
            Some(Command::About) => self.about()?,
            Some(Command::Help) => self.help()?,
            Some(Command::Quit) => return Ok(false),
        }
        Ok(true)
    }

    fn take_move(&mut self, line: &str) -> anyhow::Result<()> {
        if self.attempt.end().is_some() {
            return self.complain(&PracticeError::Over.to_string());
        }
        let state = *self.attempt.game().state();
        let mv = match state.parse_move_with(line, self.options.appearance.notation.reader()) {
            Ok(mv) => mv,
            Err(error) => return self.complain(&format!("{error}; type moves for all of them, or help")),
        };
        let turn = self.attempt.play(self.database, mv)?;
        let is_first = !std::mem::replace(&mut self.is_counted, true);
        let is_reached = turn.end.is_some_and(End::is_reached);
        // A move that was thrown away and taken back has been told with a better one.
        let is_alone = is_reached && !self.is_helped;
        if is_first || is_reached {
            let kept = self.record.change(self.ending.id, |reached| {
                reached.tried += usize::from(is_first);
                reached.reached += usize::from(is_reached);
                reached.alone += usize::from(is_alone);
            });
            if let Err(error) = kept {
                tell_error(&error);
            }
        }
        if self.options.is_json { self.tell_turn_json(mv, turn) } else { self.tell_turn(mv, turn) }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        match self.attempt.hint(self.database) {
            Ok((mv, verdict)) => {
                self.is_helped = true;
                if self.options.is_json {
                    return self.line(&json!({
                        "event": "hint", "move": mv.route_text().to_string(), "verdict": wire::Verdict::from(verdict),
                    }));
                }
                let mv = self.named(mv);
                let distance = self.distance(verdict);
                self.write(format_args!("Best is {mv}{distance}."))
            }
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        if !self.attempt.undo() {
            return self.complain("there is no move of yours to take back");
        }
        self.is_helped = true;
        self.tell_position()
    }

    fn next(&mut self, number: &str) -> anyhow::Result<()> {
        let seed = match (number, self.seed) {
            ("", Some(seed)) => seed.wrapping_add(1),
            ("", None) => another_seed(),
            (text, _) => match text.parse() {
                Ok(seed) => seed,
                Err(_) => return self.complain(&format!("next takes a number, as in next 7, not {text}")),
            },
        };
        let pos = match self.ending.draw(self.database, seed) {
            Ok(pos) => pos,
            Err(error @ PracticeError::NoPosition) => return self.complain(&error.to_string()),
            Err(error) => return Err(error.into()),
        };
        self.attempt = Attempt::new(self.database, pos, self.ending.goal)?;
        (self.seed, self.is_helped, self.is_counted) = (Some(seed), false, false);
        self.tell_position()
    }

    /// The position, and whose turn it is.
    fn tell_position(&mut self) -> anyhow::Result<()> {
        let verdict = self.attempt.verdict(self.database)?;
        if self.options.is_json {
            let pos = self.attempt.position();
            let is_over = self.attempt.end().is_some();
            let legal = if is_over { MoveList::new() } else { self.attempt.game().legal_moves() };
            let moves: Vec<String> = legal.iter().map(|mv| mv.route_text().to_string()).collect();
            let told = json!({
                "event": "position", "ending": self.ending.id, "seed": self.seed, "fen": pos.to_string(),
                "side": wire::Side::from(self.ending.goal.side), "aim": wire::PracticeAim::from(self.ending.goal.aim),
                "moves": moves, "verdict": wire::Verdict::from(verdict),
            });
            return self.line(&told);
        }
        if self.attempt.n_moves() == 0
            && let Some(seed) = self.seed
        {
            self.write(format_args!("Position {seed}."))?;
        }
        self.show_board()?;
        if self.attempt.end().is_none() {
            let (goal, distance) = (self.ending.goal, self.distance(verdict));
            self.write(format_args!("{goal}{distance}."))?;
        }
        Ok(())
    }

    fn show_board(&mut self) -> anyhow::Result<()> {
        let board = board_from(self.ending.goal.side, self.attempt.position(), &self.options.appearance);
        Ok(writeln!(self.out, "\n{}", board.trim_end())?)
    }

    /// What came of a move.
    fn tell_turn(&mut self, mv: Move, turn: Turn) -> anyhow::Result<()> {
        let (mv, what) = (self.named(mv), self.what());
        match turn.judgement {
            Judgement::Kept { verdict } if turn.end.is_none() => {
                let distance = self.distance(verdict);
                self.write(format_args!("{mv} keeps {what}{distance}."))?;
            }
            Judgement::Kept { .. } => {}
            Judgement::ThrownAway { verdict, better } => {
                let now = self.worth(verdict);
                let better = self.named(better);
                self.write(format_args!("{mv} throws {what} away: {now}. {better} would have kept it."))?;
            }
        }
        if let Some(reply) = turn.reply {
            let (name, reply) = (!self.ending.goal.side, self.named(reply));
            self.write(format_args!("{name} plays {reply}."))?;
        }
        self.show_board()?;
        turn.end.map_or(Ok(()), |end| self.tell_end(end))
    }

    fn tell_end(&mut self, end: End) -> anyhow::Result<()> {
        let how = if self.is_helped { ", with help" } else { "" };
        let told = match end {
            End::Won { moves } => format!("You have won in {}{how}.{}", n_moves(moves), self.at_best()?),
            End::Held { moves, rule: None } => {
                format!("You have held the draw for {}, which is enough{how}.", n_moves(moves))
            }
            End::Held { moves, rule: Some(rule) } => {
                format!("You have held the draw{how}, in {}: {rule}.", n_moves(moves))
            }
            End::Drawn(rule) => format!("The win was there, and the game is drawn: {rule}."),
            End::ThrownAway => {
                return self.write("Type undo to take the move back, again to begin again, or next.");
            }
        };
        self.write(told + " Type again, or next for another position.")
    }

    /// How soon the beginning could have been won, where that is known.
    fn at_best(&self) -> anyhow::Result<String> {
        let start = Attempt::new(self.database, *self.attempt.start(), self.ending.goal)?;
        let plies = start.verdict(self.database)?.plies;
        Ok(plies.map_or_else(String::new, |plies| format!(" At best it takes {}.", plies.div_ceil(2))))
    }

    fn tell_turn_json(&mut self, mv: Move, turn: Turn) -> anyhow::Result<()> {
        let text = |mv: Move| mv.route_text().to_string();
        let (is_kept, verdict, better) = match turn.judgement {
            Judgement::Kept { verdict } => (true, verdict, None),
            Judgement::ThrownAway { verdict, better } => (false, verdict, Some(text(better))),
        };
        let end = turn.end.map(|end| match end {
            End::Won { moves } => json!({ "how": "won", "moves": moves }),
            End::Held { moves, rule } => {
                json!({ "how": "held", "moves": moves, "rule": rule.map(|rule| rule.to_string()) })
            }
            End::Drawn(rule) => json!({ "how": "drawn", "rule": rule.to_string() }),
            End::ThrownAway => json!({ "how": "thrown_away" }),
        });
        self.line(&json!({
            "event": "move", "move": text(mv), "kept": is_kept, "verdict": wire::Verdict::from(verdict),
            "better": better, "reply": turn.reply.map(text), "end": end,
        }))?;
        self.tell_position()
    }

    fn tell_moves(&mut self) -> anyhow::Result<()> {
        if self.options.is_json {
            return self.tell_position();
        }
        let moves = self.options.appearance.notation.moves(self.attempt.game().legal_moves().iter().copied());
        self.write(if self.attempt.end().is_some() { PracticeError::Over.to_string() } else { moves })
    }

    fn about(&mut self) -> anyhow::Result<()> {
        if self.options.is_json {
            let about = wire::EndingInfo::from(self.ending);
            return self.line(&json!({ "event": "about", "about": about }));
        }
        self.write(self.ending.advice)
    }

    fn help(&mut self) -> anyhow::Result<()> {
        if self.options.is_json {
            let names: Vec<&str> = COMMANDS.iter().map(|(name, _, _)| *name).collect();
            return self.line(&json!({ "event": "help", "commands": names }));
        }
        let example = self.options.appearance.notation.example();
        let mut text = format!("Type a move, such as {example}, or a word or its first letter:\n");
        for (name, _, does) in COMMANDS {
            text.push_str(&format!("  {name:<9} {does}\n"));
        }
        Ok(write!(self.out, "{text}")?)
    }

    fn complain(&mut self, text: &str) -> anyhow::Result<()> {
        if self.options.is_json {
            return self.line(&json!({ "event": "error", "error": text }));
        }
        let mut chars = text.chars();
        let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
        self.write(format_args!("{first}{}.", chars.as_str()))
    }

    /// Writes sentences in lines that fit.
    fn write(&mut self, text: impl std::fmt::Display) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{}", wrapped(&text.to_string(), WIDTH))?)
    }

    fn line(&mut self, value: &serde_json::Value) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{value}")?)
    }

    fn prompt(&mut self) -> io::Result<()> {
        if !self.options.is_json {
            let turn = if self.attempt.end().is_some() { "over" } else { "your move" };
            write!(self.out, "{turn}> ")?;
        }
        self.out.flush()
    }

    fn named(&self, mv: Move) -> String {
        self.options.appearance.notation.mv(mv)
    }

    /// What is to be kept.
    fn what(&self) -> &'static str {
        match self.ending.goal.aim {
            Aim::Win => "the win",
            Aim::Draw => "the draw",
        }
    }

    /// How far the end is, if that is to be shown and known.
    fn distance(&self, verdict: Verdict) -> String {
        let plies = verdict.plies.filter(|_| self.options.shows_distance);
        plies.map_or_else(String::new, |plies| {
            format!(", {} from the end", counted(plies.into(), "ply", "plies"))
        })
    }

    /// What is left after a move that was not good enough.
    fn worth(&self, verdict: Verdict) -> String {
        match verdict.value {
            Value::Win => "it wins".to_owned(),
            Value::Draw => "now it is a draw".to_owned(),
            Value::Loss => {
                let plies =
                    verdict.plies.map(|plies| format!(" in {}", counted(plies.into(), "ply", "plies")));
                format!("{} wins now{}", !self.ending.goal.side, plies.unwrap_or_default())
            }
        }
    }
}

fn n_moves(n: usize) -> String {
    counted(n, "move", "moves")
}

/// A number that is short enough to be typed.
fn another_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_micros())
}
