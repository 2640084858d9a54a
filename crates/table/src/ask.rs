//! What the engine is asked during a game.

use std::time::Duration;

use crownhead_contest::{Contest, Seat};
use crownhead_engine::{Ask, Level, Limits, Strength};

/// A move to advise, and what the second best is worth.
pub const HINT: Ask = Ask::lines(2, Limits::move_time(Duration::from_millis(700)));

/// What the position is worth, to decide about a draw offer.
pub const JUDGE: Ask = Ask::lines(1, Limits::move_time(Duration::from_millis(400)));

/// How well the computer plays at a seat, if it sits there.
pub fn strength(seat: Seat) -> Option<Strength> {
    match seat {
        Seat::Level(number) => Level::new(number).map(Strength::Level),
        Seat::Full => Some(Strength::Full),
        Seat::Person | Seat::Shared => None,
    }
}

/// Where the computer sits that plays as well as this.
pub fn seat(strength: Strength) -> Seat {
    match strength {
        Strength::Level(level) => Seat::Level(level.number),
        Strength::Full => Seat::Full,
    }
}

/// The computer's move for the side to move, by its clock. Without a clock full strength thinks for `move_time`, and levels
/// as long as they take.
pub fn computer_move(contest: &Contest, move_time: Duration, seed: u64, now: u64) -> Option<Ask> {
    let turn = contest.turn();
    let strength = strength(contest.seat(turn))?;
    let left = contest.clocks().and_then(|clocks| clocks.left_ms(turn, now));
    let increment = contest.terms().control.map_or(0, |control| control.increment_ms);
    let limits = match (left, strength) {
        (Some(left), _) => Limits::clock(Duration::from_millis(left), Duration::from_millis(increment)),
        (None, Strength::Full) => Limits::move_time(move_time),
        (None, Strength::Level(_)) => Limits::NONE,
    };
    Some(Ask::Move { limits, strength, seed })
}
