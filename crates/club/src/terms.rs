//! What kind of game people offer each other, and which offers fit.

use crownhead_board::{Color, Move, Position, Rules, State};
use thiserror::Error;

use crate::clock::Control;

/// What two people agree on before a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The rules.
    pub rules: Rules,
    /// How it begins.
    pub start: Start,
    /// The clocks, if there are any.
    pub control: Option<Control>,
    /// Does it count for ratings?
    pub is_rated: bool,
    /// Do draws by repetition and by forty moves have to be claimed?
    pub draws_are_claimed: bool,
}

/// How a contest begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// As the game does.
    #[default]
    Free,
    /// With moves that were drawn.
    Ballot(Vec<Move>),
    /// With moves that will be drawn.
    RandomBallot,
    /// From a position.
    Position(Position),
}

/// The side that somebody wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// This one.
    Side(Color),
    /// Either.
    Lot,
}

/// Terms that nobody can agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadTerms {
    /// A clock without time, or with too much.
    #[error("a clock has from one second to a day, and adds at most an hour for each move")]
    Clock,
    /// Ratings compare like with like.
    #[error("a rated game has a clock, official rules, and begins freely or with a ballot")]
    Rated,
    /// The game would be over before it begins.
    #[error("in this position the game is over")]
    Over,
    /// A ballot whose moves cannot be played by these rules.
    #[error("the moves of the ballot are not legal by these rules")]
    Ballot,
}

impl Default for Terms {
    /// Official rules from the start, without clocks, for nothing.
    fn default() -> Terms {
        Terms {
            rules: Rules::OFFICIAL,
            start: Start::Free,
            control: None,
            is_rated: false,
            draws_are_claimed: false,
        }
    }
}

const MAX_BASE_MS: u64 = 24 * 3_600_000;
const MAX_INCREMENT_MS: u64 = 3_600_000;

impl Terms {
    /// Are these terms that a contest can be played on?
    ///
    /// # Errors
    ///
    /// Says what is wrong with them.
    pub fn check(&self) -> Result<(), BadTerms> {
        let fits = |control: Control| {
            (1_000..=MAX_BASE_MS).contains(&control.base_ms) && control.increment_ms <= MAX_INCREMENT_MS
        };
        if !self.control.is_none_or(fits) {
            return Err(BadTerms::Clock);
        }
        let from_position = matches!(self.start, Start::Position(_));
        if self.is_rated && (self.control.is_none() || !self.rules.is_official() || from_position) {
            return Err(BadTerms::Rated);
        }
        match &self.start {
            Start::Position(pos) if State::new(*pos, self.rules).outcome().is_some() => Err(BadTerms::Over),
            Start::Ballot(moves) => self.check_ballot(moves),
            _ => Ok(()),
        }
    }

    fn check_ballot(&self, moves: &[Move]) -> Result<(), BadTerms> {
        let start = State::new(Position::START, self.rules);
        moves.iter().try_fold(start, |state, mv| state.play(*mv)).map(|_| ()).map_err(|_| BadTerms::Ballot)
    }
}

impl Wish {
    /// The side of the first of two people, if their wishes go together; `coin` is thrown when both want either.
    pub fn settle(self, other: Wish, coin: bool) -> Option<Color> {
        match (self, other) {
            (Wish::Side(one), Wish::Side(two)) => (one != two).then_some(one),
            (Wish::Side(one), Wish::Lot) => Some(one),
            (Wish::Lot, Wish::Side(two)) => Some(!two),
            (Wish::Lot, Wish::Lot) => Some(if coin { Color::Black } else { Color::White }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rated_games_are_comparable() {
        let control = Some(Control { base_ms: 60_000, increment_ms: 0 });
        let rated = Terms { is_rated: true, control, ..Terms::default() };
        assert_eq!(rated.check(), Ok(()));
        let house = Terms { rules: Rules::preset("casual").unwrap(), ..rated.clone() };
        assert_eq!(house.check(), Err(BadTerms::Rated));
        assert_eq!(Terms { control: None, ..rated.clone() }.check(), Err(BadTerms::Rated));
        let odd = Terms { start: Start::Position("W:W22:B10".parse().unwrap()), ..rated };
        assert_eq!(odd.check(), Err(BadTerms::Rated));
    }

    #[test]
    fn a_contest_does_not_begin_when_it_is_over() {
        let stuck = Terms { start: Start::Position("W:W:B10".parse().unwrap()), ..Terms::default() };
        assert_eq!(stuck.check(), Err(BadTerms::Over));
        let won = Terms { start: Start::Position("W:W22:B".parse().unwrap()), ..Terms::default() };
        assert_eq!(won.check(), Err(BadTerms::Over));
    }

    #[test]
    fn two_who_want_the_same_side_do_not_meet() {
        let black = Wish::Side(Color::Black);
        assert_eq!(black.settle(black, true), None);
        assert_eq!(black.settle(Wish::Lot, false), Some(Color::Black));
        assert_eq!(Wish::Lot.settle(black, true), Some(Color::White));
        assert_ne!(Wish::Lot.settle(Wish::Lot, true), Wish::Lot.settle(Wish::Lot, false));
    }
}
