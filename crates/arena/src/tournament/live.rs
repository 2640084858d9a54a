//! Running games, for spectators: a file for each, removed when the game is in the journal.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crownhead_board::{Game, Move, Position, Rules};
use serde::{Deserialize, Serialize};

use super::reply::Reply;
use super::schedule::Pairing;
use crate::referee::{Note, TimeControl, millis};

/// The folder of running games.
pub(crate) const LIVE: &str = "live";

/// A line of the file of a running game. It is not synced to disk: an interrupted game is played again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub(crate) enum LiveLine {
    /// The game starts.
    Begun {
        game: usize,
        run: usize,
        round: usize,
        black: usize,
        white: usize,
        /// The position before the moves of the opening.
        start: String,
        opening: Vec<String>,
        /// The clocks of Black and White, in milliseconds.
        clocks: [Option<u64>; 2],
        at: u64,
    },
    /// A text player made an attempt.
    Said(Reply),
    /// A move was played.
    Moved {
        #[serde(rename = "move")]
        mv: String,
        /// The player's clock after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<u64>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_chance: bool,
        at: u64,
    },
}

/// The file of a running game. It is for spectators only, so that failures are ignored.
pub(crate) struct LiveFile(Option<File>);

impl LiveFile {
    pub(crate) fn create(folder: &Path, game: usize) -> LiveFile {
        LiveFile(File::create(path_of(folder, game)).ok())
    }

    pub(crate) fn begun(
        &mut self,
        pairing: &Pairing,
        run: usize,
        controls: [TimeControl; 2],
        opening: &Game,
    ) {
        self.write(&LiveLine::Begun {
            game: pairing.game,
            run,
            round: pairing.round,
            black: pairing.black,
            white: pairing.white,
            start: opening.start().to_string(),
            opening: opening.moves().map(text).collect(),
            clocks: controls.map(|control| control.clock().map(|clock| clock.base_ms)),
            at: now(),
        });
    }

    pub(crate) fn replied(&mut self, reply: Reply) {
        self.write(&LiveLine::Said(reply));
    }

    pub(crate) fn moved(&mut self, mv: Move, note: &Note) {
        let clock = note.clock.map(millis);
        self.write(&LiveLine::Moved { mv: text(mv), clock, by_chance: note.is_chance, at: now() });
    }

    fn write(&mut self, line: &LiveLine) {
        let Some(file) = &mut self.0 else { return };
        let written = serde_json::to_vec(line).map_err(io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            file.write_all(&line)
        });
        // Nothing may follow an incomplete line.
        if written.is_err() {
            self.0 = None;
        }
    }
}

pub(crate) fn path_of(folder: &Path, game: usize) -> PathBuf {
    folder.join(LIVE).join(format!("{game}.jsonl"))
}

/// Creates an empty folder of running games.
pub(crate) fn clear(folder: &Path) -> io::Result<()> {
    let live = folder.join(LIVE);
    match fs::remove_dir_all(&live) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::create_dir_all(live)
}

/// The numbers of the running games.
pub(crate) fn numbers(folder: &Path) -> Vec<usize> {
    let number = |entry: io::Result<fs::DirEntry>| {
        entry.ok()?.file_name().to_str()?.strip_suffix(".jsonl")?.parse::<usize>().ok()
    };
    fs::read_dir(folder.join(LIVE)).into_iter().flatten().filter_map(number).collect()
}

fn text(mv: Move) -> String {
    mv.route_text().to_string()
}

/// Milliseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map(millis).unwrap_or_default()
}

/// A running game.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The number of the game, from 0.
    pub game: usize,
    /// How often it was void before.
    pub run: usize,
    /// The round, from 0.
    pub round: usize,
    /// The number of the player of the black men.
    pub black: usize,
    /// The number of the player of the white men.
    pub white: usize,
    /// The game so far.
    pub played: Game,
    /// The number of moves of the opening.
    pub n_given: usize,
    /// The clocks of Black and White, in milliseconds.
    pub clocks: [Option<u64>; 2],
    /// Plies whose move was random, because the player had no attempts left.
    pub by_chance: Vec<usize>,
    /// The time of the last move, in milliseconds since 1970.
    pub at: u64,
}

impl LiveGame {
    /// The game of a first line; `None` if the line is invalid.
    pub(crate) fn begin(line: &LiveLine) -> Option<LiveGame> {
        let LiveLine::Begun { game, run, round, black, white, start, opening, clocks, at } = line else {
            return None;
        };
        let mut live = LiveGame {
            game: *game,
            run: *run,
            round: *round,
            black: *black,
            white: *white,
            played: Game::from_position(start.parse::<Position>().ok()?, Rules::OFFICIAL),
            n_given: opening.len(),
            clocks: *clocks,
            by_chance: Vec::new(),
            at: *at,
        };
        opening.iter().try_for_each(|mv| live.play(mv))?;
        Some(live)
    }

    /// Plays the move of a line; `None` if it is illegal.
    pub(crate) fn advance(&mut self, mv: &str, clock: Option<u64>, by_chance: bool, at: u64) -> Option<()> {
        let mover = self.played.position().turn();
        self.play(mv)?;
        self.clocks[mover as usize] = clock.or(self.clocks[mover as usize]);
        self.by_chance.extend(by_chance.then_some(self.played.moves().len()));
        self.at = at;
        Some(())
    }

    fn play(&mut self, text: &str) -> Option<()> {
        let mv = self.played.state().parse_move(text).ok()?;
        self.played.play(mv).ok()
    }
}
