//! What a game is played with, and how the program works.

use std::time::Duration;

use crownhead_board::{Color, Rules};
use crownhead_contest::{Opening, Seat, Takebacks, Terms, TimeControl};
use crownhead_engine::Strength;
use crownhead_study::{Appearance, Style, style};
use crownhead_table::ask;

/// What a game is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOptions {
    /// Who plays Black, and who plays White.
    pub seats: [Seat; 2],
    /// The rules.
    pub rules: Rules,
    /// Who moves first in a game that begins freely.
    pub first: Color,
    /// How the game begins.
    pub opening: Opening,
    /// The clocks, if there are any.
    pub clock: Option<TimeControl>,
}

/// Two at one board.
impl Default for GameOptions {
    fn default() -> GameOptions {
        GameOptions {
            seats: [Seat::Shared; 2],
            rules: Rules::default(),
            first: Color::Black,
            opening: Opening::Free,
            clock: None,
        }
    }
}

impl GameOptions {
    /// What is agreed on at one's own board. A random ballot comes from the seed.
    pub(crate) fn terms(&self, seed: u64) -> Terms {
        let start = match self.opening {
            Opening::Free if self.first == Color::White => style::start(self.first).into(),
            _ => crownhead_table::start(&self.opening, seed),
        };
        Terms {
            rules: self.rules,
            start,
            control: self.clock,
            takebacks: Takebacks::Free,
            ..Terms::default()
        }
    }
}

/// Who sits where at one board: a person plays one side against the computer, and both sides without it.
pub(crate) fn at_one_board(seats: [Seat; 2]) -> [Seat; 2] {
    let has_computer = seats.iter().any(|seat| seat.is_computer());
    let person = if has_computer { Seat::Person } else { Seat::Shared };
    seats.map(|seat| if seat.is_computer() { seat } else { person })
}

/// The computer at all its levels, the weakest first.
pub(crate) fn levels() -> impl Iterator<Item = Seat> {
    Strength::all().map(ask::seat)
}

/// How the program works, whatever game is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How games are shown and typed.
    pub appearance: Appearance,
    /// How long the computer thinks at full strength when there is no clock.
    pub think: Duration,
    /// Threads of the engine at full strength and in analysis.
    pub threads: usize,
    /// The size of the engine's table in megabytes.
    pub hash: usize,
    /// Lines that an analysis shows.
    pub lines: usize,
    /// Does the computer wait a moment before it moves, so that a person can follow?
    pub paced: bool,
    /// Does a number alone choose a move from the list of legal ones?
    pub numbered: bool,
    /// Chance: the same seed makes the same choices.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            appearance: Style::default().appearance,
            think: Duration::from_secs(2),
            threads: 1,
            hash: 64,
            lines: 3,
            paced: false,
            numbered: false,
            seed: 0,
        }
    }
}
