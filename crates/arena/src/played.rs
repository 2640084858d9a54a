//! A game that was played, and whoever looked on.

use std::fmt;
use std::time::Duration;

use crownhead_board::{Color, Game};
use crownhead_engine::Score;
use crownhead_pdn::{Body, Clock, MoveText, Record};

use crate::attempt::{Attempt, shortened};
use crate::player::Fault;

/// How much of what a player said goes into the record of a game, in bytes.
const MAX_COMMENT: usize = 600;

/// A game that was played, with what the players thought.
#[derive(Debug)]
pub struct PlayedGame {
    /// The game, with its result.
    pub game: Game,
    /// A note for each move that was made here; the moves of an opening have none.
    pub notes: Vec<Note>,
    /// Who failed, and how.
    pub fault: Option<(Color, Fault)>,
    /// The referee ended it before the board did.
    pub is_adjudicated: bool,
}

/// What is known about a move besides the move.
#[derive(Clone, Debug, Default)]
pub struct Note {
    pub(crate) score: Option<Score>,
    pub(crate) depth: Option<u32>,
    pub(crate) time: Duration,
    pub(crate) clock: Option<Duration>,
    /// What the player said about it.
    pub comment: Option<String>,
    /// The player had no attempts left, and the move was made by chance.
    pub is_chance: bool,
}

/// Somebody who looks on while a game is played.
pub trait Watch {
    /// The game begins, after the moves of its opening.
    fn started(&mut self, game: &Game) {
        let _ = game;
    }

    /// A player has proposed something in words.
    fn attempted(&mut self, attempt: &Attempt) {
        let _ = attempt;
    }

    /// A move was made, or the game is over.
    fn moved(&mut self, played: &PlayedGame) {
        let _ = played;
    }
}

/// Nobody looks on.
impl Watch for () {}

/// Two look on.
impl<A: Watch, B: Watch + ?Sized> Watch for (&mut A, &mut B) {
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
    /// The points of one side: 1, 0.5 or 0; none in a game that is void.
    pub fn points(&self, color: Color) -> Option<f64> {
        Some(match self.game.outcome()?.winner() {
            None => 0.5,
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
        })
    }

    /// The game counts for nothing, because a player was out of reach.
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

    /// The game for a file, as [`PlayedGame::record`] has it, with other tags in front of its own.
    pub fn record_with(&self, tags: &[(&str, String)]) -> Record {
        let record = self.record();
        let mut all = Record::new().tags;
        let own = record.tags.iter().map(|(name, value)| (name, value.to_owned()));
        for (name, value) in tags.iter().cloned().chain(own) {
            // A name that cannot be written is left out.
            let _ = all.push(name, &value);
        }
        Record { tags: all, ..record }
    }

    /// The game for a file, with scores and clocks as comments.
    pub fn record(&self) -> Record {
        let mut record = Record::from_game(&self.game);
        let mut body = Body::new();
        let n_given = self.game.moves().len() - self.notes.len();
        for (i, (pos, mv)) in self.game.positions().zip(self.game.moves()).enumerate() {
            if let Some(text) = MoveText::for_move(self.game.rules(), pos, mv) {
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
