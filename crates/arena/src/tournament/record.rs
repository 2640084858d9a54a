//! What is kept of a game of a tournament.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use crownhead_board::{Color, Game};
use serde::{Deserialize, Serialize};

use super::folder::Folder;
use super::live::LiveFile;
use super::quality::Quality;
use super::schedule::{Pairing, State};
use super::words::Said;
use crate::attempt::Attempt;
use crate::clock::TimeControl;
use crate::played::{PlayedGame, Watch};

/// A game that is over, as a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game, from 0.
    pub game: usize,
    /// The round, from 0.
    pub round: usize,
    /// The number of the player of the black men.
    pub black: usize,
    /// The number of the player of the white men.
    pub white: usize,
    /// The points of Black; none if the game is void.
    pub points: Option<f64>,
    /// How it ended, in words.
    pub ending: String,
    /// A player failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
    /// Its length.
    pub plies: usize,
    /// What Black and White have done.
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

/// What a player has done in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideRecord {
    /// Moves made, those of the opening not counted.
    pub moves: u32,
    /// Proposals in words.
    pub attempts: u32,
    /// Those that were refused.
    pub refused: u32,
    /// Moves that were made by chance after the last attempt.
    pub chance: u32,
    /// Tokens of questions, as far as they were told.
    pub tokens_in: u64,
    /// Tokens of answers.
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

    /// The share of proposals in words that were refused.
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

    /// A player lost by a fault rather than on the board.
    pub fn is_forfeit(&self) -> bool {
        self.fault.is_some() && self.points.is_some()
    }
}

/// An attempt with the game it belongs to, as a line of the file of attempts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AttemptRecord {
    /// The number of the game.
    pub game: usize,
    /// How often the game had become void before.
    pub run: usize,
    /// The name of the player.
    pub player: String,
    /// What was said.
    #[serde(flatten)]
    pub attempt: Attempt,
}

/// Looks on while a game is played, writes down what is said, and counts.
pub(crate) struct Recorder<'a> {
    pairing: &'a Pairing,
    run: usize,
    names: [&'a str; 2],
    controls: [TimeControl; 2],
    attempts: &'a Mutex<File>,
    live: LiveFile,
    /// Moves that were written down.
    n_moves: usize,
    sides: [SideRecord; 2],
    written: io::Result<()>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(
        pairing: &'a Pairing,
        run: usize,
        names: [&'a str; 2],
        controls: [TimeControl; 2],
        folder: &'a Folder,
    ) -> Recorder<'a> {
        Recorder {
            pairing,
            run,
            names,
            controls,
            attempts: &folder.attempts,
            live: LiveFile::create(&folder.path, pairing.game),
            n_moves: 0,
            sides: [SideRecord::default(); 2],
            written: Ok(()),
        }
    }

    /// What both sides have done, unless it could not be written down.
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

impl Watch for Recorder<'_> {
    fn started(&mut self, game: &Game) {
        self.live.begun(self.pairing, self.run, self.controls, game);
    }

    fn attempted(&mut self, attempt: &Attempt) {
        let i = usize::from(attempt.side == "white");
        let side = &mut self.sides[i];
        side.attempts += 1;
        side.refused += u32::from(attempt.cause.is_some());
        side.tokens_in += attempt.tokens_in.unwrap_or(0);
        side.tokens_out += attempt.tokens_out.unwrap_or(0);
        let player = self.names[i].to_owned();
        self.live.said(Said::new(&player, attempt));
        let (game, run) = (self.pairing.game, self.run);
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
