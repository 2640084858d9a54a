//! Levels of the computer, as players of games over the network. Whoever has such a game in hand has the engine
//! think for them, so that they play on wherever the game goes.

use std::time::Duration;

use crownhead_board::Color;
use crownhead_engine::{Ask, Level};
use crownhead_play::ask::level_move;
use crownhead_store::club::{OnlineGame, Player};

#[cfg(feature = "mcp")]
use super::Person;
use super::Standing;

/// What the id of a level begins with; the ids of people begin in another way.
const PREFIX: &str = "level-";

/// A level as somebody who can have a seat.
#[cfg(feature = "mcp")]
pub(super) fn person(level: Level) -> Person {
    let number = level.number;
    Person { id: format!("{PREFIX}{number}"), name: format!("Level {number}"), has_account: false }
}

/// The level that has a seat, if it is one.
pub(super) fn level(player: &Player) -> Option<Level> {
    Level::new(player.person.strip_prefix(PREFIX)?.parse().ok()?)
}

/// Who plays a side.
pub(super) fn player(game: &OnlineGame, side: Color) -> &Player {
    match side {
        Color::Black => &game.black,
        Color::White => &game.white,
    }
}

/// What a level has to think about, if it is its turn.
pub(super) fn ask(standing: &Standing, now: u64, seed: u64) -> Option<Ask> {
    let Standing { game, contest } = standing;
    let turn = contest.turn();
    let level = level(player(game, turn)).filter(|_| contest.ending().is_none())?;
    let ms = Duration::from_millis;
    let increment = contest.terms().control.map_or(0, |control| control.increment_ms);
    let left = contest.clocks().and_then(|clocks| clocks.left_ms(turn, now));
    let clock = left.map(|left| (ms(left), ms(increment)));
    Some(level_move(level, clock, seed))
}
