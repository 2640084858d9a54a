//! The 174 three-move ballots.

use std::fmt;
use std::sync::LazyLock;

use crownhead_board::{Move, Position};

use super::{data_lines, opening_name, read_move};

/// An opening drawn at random: three moves that both players have to accept.
#[derive(Clone, Debug)]
pub struct Ballot {
    number: u16,
    status: BallotStatus,
    moves: [Move; 3],
}

/// Whether a ballot is in the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BallotStatus {
    /// Played over the board.
    Played,
    /// In the deck since 2003, and before that in mail play only.
    FormerlyMail,
    /// Barred: one side is lost.
    Barred,
}

/// All 174 ballots in the order of the numbers that the American Checker Federation gave them.
///
/// ```
/// use crownhead_engine::{BallotStatus, three_move_ballots};
///
/// let ballots = three_move_ballots();
/// assert_eq!(ballots.len(), 174);
/// assert_eq!(ballots.iter().filter(|ballot| ballot.is_playable()).count(), 156);
/// let skunk = &ballots[173];
/// assert_eq!(skunk.to_string(), "174. 12-16 24-20 10-15 (Skunk)");
/// assert_eq!(skunk.status(), BallotStatus::FormerlyMail);
/// ```
pub fn three_move_ballots() -> &'static [Ballot] {
    static BALLOTS: LazyLock<Vec<Ballot>> =
        LazyLock::new(|| data_lines(include_str!("ballots.txt")).map(read_ballot).collect());
    &BALLOTS
}

fn read_ballot(line: &str) -> Ballot {
    let mut words = line.split(' ');
    let number = words.next().and_then(|number| number.parse().ok());
    let status = match words.next() {
        Some("played") => BallotStatus::Played,
        Some("mail") => BallotStatus::FormerlyMail,
        _ => BallotStatus::Barred,
    };
    let mut pos = Position::START;
    let moves = [(); 3].map(|()| {
        let mv = read_move(&pos, words.next().unwrap_or_default());
        pos = pos.play_unchecked(mv);
        mv
    });
    Ballot { number: number.expect("a ballot in our data has a number"), status, moves }
}

impl Ballot {
    /// The number, from 1 to 174.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Whether it is in the deck.
    pub fn status(&self) -> BallotStatus {
        self.status
    }

    /// Whether it is one of the 156 that are played.
    pub fn is_playable(&self) -> bool {
        self.status != BallotStatus::Barred
    }

    /// The three moves.
    pub fn moves(&self) -> [Move; 3] {
        self.moves
    }

    /// The position after them, with White to move.
    pub fn position(&self) -> Position {
        self.moves.iter().fold(Position::START, |pos, mv| pos.play_unchecked(*mv))
    }

    /// The name of the opening, if the position has one of its own.
    pub fn name(&self) -> Option<&'static str> {
        opening_name(&self.position())
    }
}

impl fmt::Display for Ballot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.moves;
        write!(f, "{}. {a} {b} {c}", self.number)?;
        self.name().map_or(Ok(()), |name| write!(f, " ({name})"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ballots_are_numbered_and_lead_to_different_positions() {
        let ballots = three_move_ballots();
        assert!(ballots.iter().zip(1..).all(|(ballot, number)| ballot.number() == number));
        let positions: HashSet<Position> = ballots.iter().map(Ballot::position).collect();
        assert_eq!(positions.len(), 174);
    }

    #[test]
    fn the_deck_is_made_of_144_and_12() {
        let count = |status| three_move_ballots().iter().filter(|ballot| ballot.status() == status).count();
        assert_eq!(count(BallotStatus::Played), 144);
        assert_eq!(count(BallotStatus::FormerlyMail), 12);
        assert_eq!(count(BallotStatus::Barred), 18);
    }
}
