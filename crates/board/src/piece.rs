//! Men and kings.

use crate::color::Color;

/// A man or a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Role {
    /// Moves forwards.
    Man,
    /// Moves in all four directions.
    King,
}

impl Role {
    /// Both roles.
    pub const ALL: [Role; 2] = [Role::Man, Role::King];

    /// The piece with this role and this color.
    ///
    /// ```
    /// use crownhead_board::{Color, Piece, Role};
    ///
    /// assert_eq!(Role::King.of(Color::White), Piece { color: Color::White, role: Role::King });
    /// ```
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, role: self }
    }
}

/// A man or king of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// Man or king.
    pub role: Role,
}

impl Piece {
    /// Is it a king?
    pub const fn is_king(self) -> bool {
        matches!(self.role, Role::King)
    }
}
