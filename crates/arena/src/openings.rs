//! Openings of matches and tournaments.

use crownhead_board::{Game, Position, Rules};
use crownhead_engine::{eleven_man_ballots, three_move_ballots};
use crownhead_pdn::{ReadError, Reader, Record, ReplayError};
use fastrand::Rng;
use thiserror::Error;

/// Openings in an order that a seed decides.
#[derive(Clone, Debug)]
pub struct Openings(Vec<Game>);

/// A file that holds no openings.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// It holds neither FENs nor games.
    #[error("neither a file of FENs nor a file of games")]
    Unreadable(#[from] ReadError),
    /// A game in it cannot be played.
    #[error(transparent)]
    Unplayable(#[from] ReplayError),
    /// It is empty.
    #[error("a file without openings")]
    Empty,
}

impl Openings {
    /// The names of built-in openings.
    pub const NAMES: [&str; 4] = ["ballots", "barred", "eleven-man", "start"];

    /// Built-in openings; `None` if the name is not one of [`Openings::NAMES`].
    pub fn named(name: &str, seed: u64) -> Option<Openings> {
        Some(match name {
            "ballots" => Openings::shuffled(ballots(true), seed),
            "barred" => Openings::shuffled(ballots(false), seed),
            "eleven-man" => Openings::eleven_man(seed),
            "start" => Openings::shuffled(vec![Game::new()], seed),
            _ => return None,
        })
    }

    /// The eleven-man ballots.
    pub fn eleven_man(seed: u64) -> Openings {
        Openings::shuffled(eleven_man_ballots().into_iter().map(from_position).collect(), seed)
    }

    /// The positions of a file with a FEN on each line, or the games of a PDN file.
    ///
    /// # Errors
    ///
    /// The file holds something else, or nothing.
    pub fn from_bytes(bytes: &[u8], seed: u64) -> Result<Openings, OpeningsError> {
        let text = String::from_utf8_lossy(bytes);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let positions: Result<Vec<Position>, _> = lines.map(|line| line.parse()).collect();
        let games: Vec<Game> = match positions {
            Ok(positions) => positions.into_iter().map(from_position).collect(),
            Err(_) => {
                let records: Vec<Record> = Reader::new(bytes).collect::<Result<_, _>>()?;
                records.iter().map(Record::replay).collect::<Result<_, _>>()?
            }
        };
        if games.is_empty() { Err(OpeningsError::Empty) } else { Ok(Openings::shuffled(games, seed)) }
    }

    fn shuffled(mut games: Vec<Game>, seed: u64) -> Openings {
        Rng::with_seed(seed).shuffle(&mut games);
        Openings(games)
    }

    /// The games, each with the moves of its opening.
    pub fn games(&self) -> &[Game] {
        &self.0
    }
}

fn ballots(playable: bool) -> Vec<Game> {
    let wanted = three_move_ballots().iter().filter(|ballot| ballot.is_playable() == playable);
    let play = |ballot: &crownhead_engine::Ballot| {
        let mut game = Game::new();
        for mv in ballot.moves() {
            game.play(mv).expect("the moves of a ballot are legal");
        }
        game
    };
    wanted.map(play).collect()
}

fn from_position(pos: Position) -> Game {
    Game::from_position(pos, Rules::OFFICIAL)
}
