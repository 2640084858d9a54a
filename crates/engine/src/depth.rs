//! How deep the search looks, and how far from the root it is.

use std::fmt;
use std::ops::{Add, Sub};

/// How many plies the search still looks ahead before it settles a position by captures alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(i32);

impl Depth {
    /// Captures alone.
    pub const ZERO: Depth = Depth(0);
    /// One ply.
    pub const ONE: Depth = Depth(1);
    /// No search is deeper.
    pub const MAX: Depth = Depth(99);

    /// A depth, at most [`Depth::MAX`].
    pub const fn new(plies: u32) -> Depth {
        if plies > Depth::MAX.0 as u32 { Depth::MAX } else { Depth(plies as i32) }
    }

    /// The number of plies; reductions may take it below zero.
    pub const fn plies(self) -> i32 {
        self.0
    }
}

impl Add<i32> for Depth {
    type Output = Depth;

    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;

    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Moves made since the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(u16);

impl Ply {
    /// The position that is searched.
    pub const ROOT: Ply = Ply(0);
    /// No line is longer.
    pub const MAX: Ply = Ply(240);

    /// A ply, at most [`Ply::MAX`].
    pub const fn new(moves: u16) -> Ply {
        if moves > Ply::MAX.0 { Ply::MAX } else { Ply(moves) }
    }

    /// The number of moves made.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// One move further.
    #[must_use]
    pub const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}
