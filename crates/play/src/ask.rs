//! What the engine is asked during a game.

use std::time::Duration;

use crownhead_engine::{Ask, Level, Limits, Strength};

/// A move to advise, and what the second best is worth.
pub const HINT: Ask = Ask::lines(2, Limits::move_time(Duration::from_millis(700)));

/// What the position is worth, to decide about a draw offer.
pub const JUDGE: Ask = Ask::lines(1, Limits::move_time(Duration::from_millis(400)));

/// The computer's move, by the clock's time left and increment. Without a clock full strength thinks for
/// `move_time`, and levels as long as they take.
pub fn computer_move(
    strength: Strength,
    clock: Option<(Duration, Duration)>,
    move_time: Duration,
    seed: u64,
) -> Ask {
    let limits = match (clock, strength) {
        (Some((left, increment)), _) => Limits::clock(left, increment),
        (None, Strength::Full) => Limits::move_time(move_time),
        (None, Strength::Level(_)) => Limits::NONE,
    };
    Ask::Move { limits, strength, seed }
}

/// The move of a level, by the clock if there is one.
pub fn level_move(level: Level, clock: Option<(Duration, Duration)>, seed: u64) -> Ask {
    computer_move(Strength::Level(level), clock, Duration::ZERO, seed)
}
