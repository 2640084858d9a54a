//! Openings of matches and tournaments.

use crownhead_board::{Game, ParsePositionError, Position, Rules};
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
    /// It holds FENs, and a line that is none.
    #[error("line {line}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// Why it is no FEN.
        source: ParsePositionError,
    },
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
        let lines = text.lines().map(str::trim).zip(1..).filter(|(line, _)| !line.is_empty());
        let positions: Vec<(Result<Position, _>, usize)> =
            lines.map(|(line, number)| (line.parse(), number)).collect();
        // No line of a game file is a FEN.
        let games: Vec<Game> = if positions.iter().any(|(position, _)| position.is_ok()) {
            let game = |(position, line): (Result<Position, _>, usize)| {
                position.map(from_position).map_err(|source| OpeningsError::Line { line, source })
            };
            positions.into_iter().map(game).collect::<Result<_, _>>()?
        } else {
            let records: Vec<Record> = Reader::new(bytes).collect::<Result<_, _>>()?;
            records.iter().map(Record::replay).collect::<Result<_, _>>()?
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_position_is_named() {
        let (good, bad) = ("B:W21-32:B1-12", "B:W33:B1");
        assert_eq!(
            Openings::from_bytes(format!("{good}\n\n{good}\n").as_bytes(), 1).unwrap().games().len(),
            2
        );
        for text in [format!("{good}\n\n{bad}\n"), format!("\n\n{bad}\n{good}\n")] {
            let error = Openings::from_bytes(text.as_bytes(), 1).unwrap_err();
            assert_eq!(error.to_string(), "line 3");
        }
        assert_eq!(Openings::from_bytes(b"1. 11-15 22-18 *\n", 1).unwrap().games().len(), 1);
    }
}
