//! A finished game, and observers of a running one.

use std::fmt;
use std::time::Duration;

use crownhead_board::{Color, Game};
use crownhead_engine::Score;
use crownhead_pdn::{Body, Clock, MoveText, Record};
use jiff::Timestamp;

use super::attempt::Attempt;
use crate::player::Fault;
use crate::reading::shortened;

/// How much of a player's comment goes into the record of a game, in bytes.
const MAX_COMMENT: usize = 600;

/// A finished game, with what the players thought.
#[derive(Debug)]
pub struct PlayedGame {
    /// The game, with its result.
    pub game: Game,
    /// A note for each move after the opening.
    pub notes: Vec<Note>,
    /// Which player failed, and how.
    pub fault: Option<(Color, Fault)>,
    /// Whether the referee ended it early.
    pub is_adjudicated: bool,
    /// When it began.
    pub began: Timestamp,
}

/// What is known about a move.
#[derive(Clone, Debug, Default)]
pub struct Note {
    pub(crate) score: Option<Score>,
    pub(crate) depth: Option<u32>,
    pub(crate) time: Duration,
    pub(crate) clock: Option<Duration>,
    /// The player's comment.
    pub comment: Option<String>,
    /// Whether the move is random, because the player had no attempts left.
    pub is_chance: bool,
}

/// Observes a game while it is played.
pub trait Observer {
    /// The game starts, after the moves of its opening.
    fn started(&mut self, game: &Game) {
        let _ = game;
    }

    /// A text player has made an attempt.
    fn attempted(&mut self, attempt: &Attempt) {
        let _ = attempt;
    }

    /// A move was played, or the game is over.
    fn moved(&mut self, played: &PlayedGame) {
        let _ = played;
    }
}

/// Ignores everything.
impl Observer for () {}

/// Tells both.
impl<A: Observer + ?Sized, B: Observer + ?Sized> Observer for (&mut A, &mut B) {
    fn started(&mut self, game: &Game) {
        self.0.started(game);
        self.1.started(game);
    }

    fn attempted(&mut self, attempt: &Attempt) {
        self.0.attempted(attempt);
        self.1.attempted(attempt);
    }

    fn moved(&mut self, played: &PlayedGame) {
        self.0.moved(played);
        self.1.moved(played);
    }
}

impl PlayedGame {
    /// The points of one side: 1, 0.5 or 0; `None` if the game is void.
    pub fn points(&self, color: Color) -> Option<f64> {
        Some(match self.game.outcome()?.winner() {
            None => 0.5,
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
        })
    }

    /// Whether the game does not count, because a player was unreachable.
    pub fn is_void(&self) -> bool {
        self.fault.as_ref().is_some_and(|(_, fault)| fault.is_void())
    }

    /// How it ended, in words.
    pub fn ending(&self) -> String {
        match self.game.outcome() {
            Some(outcome) => outcome.to_string(),
            None => "void".to_owned(),
        }
    }

    /// A game that nobody has moved in.
    pub(crate) fn new(game: Game) -> PlayedGame {
        PlayedGame { game, notes: Vec::new(), fault: None, is_adjudicated: false, began: Timestamp::now() }
    }

    /// The record of the game, with its date, and with more tags in front of its own.
    pub fn record_with(&self, tags: &[(&str, String)]) -> Record {
        let record = self.record();
        let mut all = Record::new().tags;
        let own = record.tags.iter().map(|(name, value)| (name, value.to_owned()));
        let date = ("Date", self.began.strftime("%Y.%m.%d").to_string());
        for (name, value) in tags.iter().cloned().chain([date]).chain(own) {
            // Tags that cannot be written are left out.
            let _ = all.push(name, &value);
        }
        Record { tags: all, ..record }
    }

    /// The record of the game, with scores and clocks as comments.
    pub fn record(&self) -> Record {
        let mut record = Record::from_game(&self.game);
        let mut body = Body::new();
        let n_given = self.game.moves().len() - self.notes.len();
        for (i, (state, mv)) in self.game.states().zip(self.game.moves()).enumerate() {
            if let Some(text) = MoveText::for_move(state, mv) {
                body.push_move(text);
            }
            if let Some(note) = i.checked_sub(n_given).and_then(|i| self.notes.get(i)) {
                body.push_comment(&note.to_string());
            }
        }
        if let Some((color, fault)) = &self.fault {
            body.push_comment(&format!("{color}: {fault}"));
        } else if self.is_adjudicated {
            body.push_comment("ended by the referee");
        }
        record.body = body;
        record
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(score) = self.score {
            write!(f, "{score}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, "/{depth}")?;
        }
        write!(f, " {:.2}s", self.time.as_secs_f64())?;
        if let Some(left) = self.clock {
            write!(f, " {}", Clock::Remaining(Duration::from_secs(left.as_secs())))?;
        }
        if self.is_chance {
            f.write_str(" by chance, after the last attempt")?;
        }
        if let Some(comment) = &self.comment {
            write!(f, " {}", shortened(comment, MAX_COMMENT))?;
        }
        Ok(())
    }
}
