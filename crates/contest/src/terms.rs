//! What kind of game people offer each other, and which offers fit.

use crownhead_board::{Color, Position, Rules, State};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::opening::Start;
use crate::time_control::{DAY_MS, MAX_DAYS, TimeControl};

/// What is agreed on before a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The rules.
    pub rules: Rules,
    /// Where it begins.
    pub start: Start,
    /// The clocks, if there are any.
    pub control: Option<TimeControl>,
    /// How moves are taken back.
    pub takebacks: Takebacks,
    /// Does it count for ratings?
    pub is_rated: bool,
    /// Do draws by repetition and by forty moves have to be claimed?
    pub draws_are_claimed: bool,
}

/// How moves are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Takebacks {
    /// By asking the other side.
    #[default]
    Ask,
    /// As one likes, as at one's own board: there the game also counts from the first move on, can be begun again and
    /// set up, and nobody has to turn up in time.
    Free,
}

/// The side that somebody wants to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Wish {
    /// Black.
    Black,
    /// White.
    White,
    /// Either; one is chosen at random.
    #[default]
    Random,
}

/// Terms that nobody can agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadTerms {
    /// A clock without time, or with too much.
    #[error(
        "a clock has from one second to a day, and adds at most an hour for each move; or it has from 1 to {MAX_DAYS} whole days for each move"
    )]
    Clock,
    /// Ratings compare like with like.
    #[error(
        "a rated game has a clock for the whole game, official rules, and begins freely or with a ballot"
    )]
    Rated,
    /// The game would be over before it begins.
    #[error("in this position the game is over")]
    Over,
    /// A ballot whose moves cannot be played by these rules.
    #[error("the moves of the ballot are not legal by these rules")]
    Ballot,
}

const MAX_INCREMENT_MS: u64 = 3_600_000;

impl Terms {
    /// Are these terms that a contest can be played on?
    ///
    /// # Errors
    ///
    /// Says what is wrong with them.
    pub fn check(&self) -> Result<(), BadTerms> {
        let fits = |control: TimeControl| {
            let TimeControl { base_ms, increment_ms, per_move } = control;
            let is_days = base_ms.is_multiple_of(DAY_MS) && (1..=MAX_DAYS).contains(&(base_ms / DAY_MS));
            match per_move {
                true => is_days && increment_ms == 0,
                false => (1_000..=DAY_MS).contains(&base_ms) && increment_ms <= MAX_INCREMENT_MS,
            }
        };
        if !self.control.is_none_or(fits) {
            return Err(BadTerms::Clock);
        }
        let is_usual = self.rules.is_official() && self.start.fen == Position::START;
        let is_timed = self.control.is_some_and(|control| !control.per_move);
        if self.is_rated && (!is_timed || !is_usual || self.takebacks == Takebacks::Free) {
            return Err(BadTerms::Rated);
        }
        let start = State::new(self.start.fen, self.rules);
        let mut moves = self.start.moves.iter();
        match moves.try_fold(start, |state, mv| state.play(*mv)) {
            Err(_) => Err(BadTerms::Ballot),
            Ok(state) if state.outcome().is_some() => Err(BadTerms::Over),
            Ok(_) => Ok(()),
        }
    }
}

impl Wish {
    /// The side, if it matters.
    pub const fn side(self) -> Option<Color> {
        match self {
            Wish::Black => Some(Color::Black),
            Wish::White => Some(Color::White),
            Wish::Random => None,
        }
    }

    /// The side of the first of two people, if their wishes go together; `coin` is thrown when both want either.
    pub fn settle(self, other: Wish, coin: bool) -> Option<Color> {
        match (self.side(), other.side()) {
            (Some(one), Some(two)) => (one != two).then_some(one),
            (Some(one), None) => Some(one),
            (None, Some(two)) => Some(!two),
            (None, None) => Some(if coin { Color::Black } else { Color::White }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(fen: &str) -> Start {
        Start::from(fen.parse::<Position>().unwrap())
    }

    #[test]
    fn rated_games_are_comparable() {
        let control = Some(TimeControl::new(1, 0));
        let rated = Terms { is_rated: true, control, ..Terms::default() };
        assert_eq!(rated.check(), Ok(()));
        let house = Terms { rules: Rules::preset("casual").unwrap(), ..rated.clone() };
        assert_eq!(house.check(), Err(BadTerms::Rated));
        assert_eq!(Terms { control: None, ..rated.clone() }.check(), Err(BadTerms::Rated));
        let odd = Terms { start: start("W:W22:B10"), ..rated };
        assert_eq!(odd.check(), Err(BadTerms::Rated));
    }

    #[test]
    fn a_contest_does_not_begin_when_it_is_over() {
        let stuck = Terms { start: start("W:W:B10"), ..Terms::default() };
        assert_eq!(stuck.check(), Err(BadTerms::Over));
        let won = Terms { start: start("W:W22:B"), ..Terms::default() };
        assert_eq!(won.check(), Err(BadTerms::Over));
    }

    #[test]
    fn two_who_want_the_same_side_do_not_meet() {
        let black = Wish::Black;
        assert_eq!(black.settle(black, true), None);
        assert_eq!(black.settle(Wish::Random, false), Some(Color::Black));
        assert_eq!(Wish::Random.settle(black, true), Some(Color::White));
        assert_ne!(Wish::Random.settle(Wish::Random, true), Wish::Random.settle(Wish::Random, false));
    }
}
