//! Records of the games of a tournament.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use crownhead_board::{Color, Game};
use serde::{Deserialize, Serialize};

use super::folder::Folder;
use super::live::LiveFile;
use super::quality::Quality;
use super::reply::Reply;
use super::schedule::{Pairing, State};
use crate::referee::{Attempt, Observer, PlayedGame};
use crate::scheduler::Scheduled;

/// A finished game, as a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game, from 0.
    pub game: usize,
    /// The round, from 0.
    pub round: usize,
    /// The number of Black's player.
    pub black: usize,
    /// The number of White's player.
    pub white: usize,
    /// The points of Black; none if the game is void.
    pub points: Option<f64>,
    /// How it ended, in words.
    pub ending: String,
    /// How a player failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
    /// Its length.
    pub plies: usize,
    /// Statistics of Black and White.
    pub sides: [SideRecord; 2],
    /// The game, with comments.
    pub pdn: String,
}

/// How a player failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The number of the player.
    pub player: usize,
    /// What happened.
    pub why: String,
}

/// Statistics of a player in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideRecord {
    /// Moves after the opening.
    pub moves: u32,
    /// Attempts of a text player.
    pub attempts: u32,
    /// Refused attempts.
    pub refused: u32,
    /// Random moves, because no attempts were left.
    pub chance: u32,
    /// Tokens of prompts, as far as reported.
    pub tokens_in: u64,
    /// Tokens of replies.
    pub tokens_out: u64,
    /// How good the moves were.
    pub quality: Quality,
}

impl SideRecord {
    pub(crate) fn add(&mut self, other: &SideRecord) {
        self.moves += other.moves;
        self.attempts += other.attempts;
        self.refused += other.refused;
        self.chance += other.chance;
        self.tokens_in += other.tokens_in;
        self.tokens_out += other.tokens_out;
        self.quality.add(other.quality);
    }

    /// The share of refused attempts.
    pub fn refused_share(&self) -> Option<f64> {
        (self.attempts > 0).then(|| f64::from(self.refused) / f64::from(self.attempts))
    }
}

impl GameRecord {
    pub(crate) fn new(pairing: &Pairing, names: [&str; 2], event: &str, played: &PlayedGame) -> GameRecord {
        let player = |color: Color| [pairing.black, pairing.white][color as usize];
        let tags = [
            ("Event", event.to_owned()),
            ("Round", format!("{}.{}", pairing.round + 1, pairing.game + 1)),
            ("Black", names[0].to_owned()),
            ("White", names[1].to_owned()),
        ];
        GameRecord {
            game: pairing.game,
            round: pairing.round,
            black: pairing.black,
            white: pairing.white,
            points: played.points(Color::Black),
            ending: played.ending(),
            fault: played
                .fault
                .as_ref()
                .map(|(color, fault)| FaultRecord { player: player(*color), why: fault.to_string() }),
            plies: played.game.moves().len(),
            sides: [SideRecord::default(); 2],
            pdn: played.record_with(&tags).to_string(),
        }
    }

    pub(crate) fn state(&self) -> State {
        self.points.map_or(State::Void, State::Points)
    }

    /// Whether a player lost by a fault rather than on the board.
    pub fn is_forfeit(&self) -> bool {
        self.fault.is_some() && self.points.is_some()
    }
}

/// An attempt with the game it belongs to, as a line of the file of attempts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AttemptRecord {
    /// The number of the game.
    pub game: usize,
    /// How often the game was void before.
    pub run: usize,
    /// The name of the player.
    pub player: String,
    /// The attempt.
    #[serde(flatten)]
    pub attempt: Attempt,
}

/// Saves the attempts of a game, and collects statistics.
pub(crate) struct Recorder<'a> {
    game: &'a Scheduled<'a>,
    attempts: &'a Mutex<File>,
    live: LiveFile,
    /// Moves that were written to the live file.
    n_moves: usize,
    sides: [SideRecord; 2],
    written: io::Result<()>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(game: &'a Scheduled<'a>, folder: &'a Folder) -> Recorder<'a> {
        Recorder {
            game,
            attempts: &folder.attempts,
            live: LiveFile::create(&folder.path, game.pairing.game),
            n_moves: 0,
            sides: [SideRecord::default(); 2],
            written: Ok(()),
        }
    }

    /// The statistics of both sides, unless an attempt could not be saved.
    pub(crate) fn finish(mut self, played: &PlayedGame) -> io::Result<[SideRecord; 2]> {
        self.written?;
        let n_given = played.game.moves().len() - played.notes.len();
        for (pos, note) in played.game.positions().skip(n_given).zip(&played.notes) {
            let side = &mut self.sides[pos.turn() as usize];
            side.moves += 1;
            side.chance += u32::from(note.is_chance);
        }
        Ok(self.sides)
    }

    fn write(&self, record: &AttemptRecord) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line)
    }
}

impl Observer for Recorder<'_> {
    fn started(&mut self, game: &Game) {
        let Scheduled { pairing, run, controls, .. } = self.game;
        self.live.begun(pairing, *run, *controls, game);
    }

    fn attempted(&mut self, attempt: &Attempt) {
        let i = usize::from(attempt.side == "white");
        let side = &mut self.sides[i];
        side.attempts += 1;
        side.refused += u32::from(attempt.cause.is_some());
        side.tokens_in += attempt.tokens_in.unwrap_or(0);
        side.tokens_out += attempt.tokens_out.unwrap_or(0);
        let player = self.game.names[i].to_owned();
        self.live.replied(Reply::new(&player, attempt));
        let (game, run) = (self.game.pairing.game, self.game.run);
        let record = AttemptRecord { game, run, player, attempt: attempt.clone() };
        if let Err(error) = self.write(&record) {
            self.written = Err(error);
        }
    }

    fn moved(&mut self, played: &PlayedGame) {
        let n_given = played.game.moves().len() - played.notes.len();
        let made = played.game.moves().skip(n_given).zip(&played.notes);
        for (mv, note) in made.skip(self.n_moves) {
            self.live.moved(mv, note);
        }
        self.n_moves = played.notes.len();
    }
}
