//! Levels of the computer, as players of games over the network. Whoever has such a game in hand has the engine
//! think for them, so that they play on wherever the game goes.

use crownhead_engine::Level;
use crownhead_store::club::Player;

use super::Person;

/// What the id of a level begins with; the ids of people begin in another way.
const PREFIX: &str = "level-";

/// A level as somebody who can have a seat.
pub(super) fn person(level: Level) -> Person {
    let number = level.number;
    Person { id: format!("{PREFIX}{number}"), name: format!("Level {number}"), has_account: false }
}

/// The level that has a seat, if it is one.
pub(super) fn level(player: &Player) -> Option<Level> {
    Level::new(player.person.strip_prefix(PREFIX)?.parse().ok()?)
}
