//! How players that speak are treated.

use serde::{Deserialize, Serialize};

/// How the referee treats players that propose moves in words. It is kept with the results, because ratings
/// under one policy say nothing about another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Policy {
    /// When the legal moves are shown.
    pub legal_moves: ShowMoves,
    /// How many proposals there are for a move.
    pub attempts: u32,
    /// What happens when none of them was legal.
    pub exhausted: Exhausted,
}

/// When a player is shown the legal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShowMoves {
    /// Never, not even where they would explain what was wrong.
    Never,
    /// After a proposal that was refused.
    #[default]
    AfterError,
    /// With every question.
    Always,
}

/// What happens to a player that has no attempts left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exhausted {
    /// It loses the game.
    #[default]
    Forfeit,
    /// A move is made for it by chance.
    RandomLegal,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { legal_moves: ShowMoves::default(), attempts: 3, exhausted: Exhausted::default() }
    }
}

impl Policy {
    /// For people and agents who may try until they succeed.
    pub const PATIENT: Policy =
        Policy { legal_moves: ShowMoves::AfterError, attempts: u32::MAX, exhausted: Exhausted::Forfeit };

    /// Are the legal moves shown now?
    pub(crate) fn shows_moves(&self, after_error: bool) -> bool {
        match self.legal_moves {
            ShowMoves::Never => false,
            ShowMoves::AfterError => after_error,
            ShowMoves::Always => true,
        }
    }
}
