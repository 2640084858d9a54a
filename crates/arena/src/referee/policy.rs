//! Retry and forfeit policy for text players.

use serde::{Deserialize, Serialize};

/// Retry and forfeit policy for text players. It is saved with the results, because ratings under different policies cannot be
/// compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Policy {
    /// When the legal moves are shown.
    pub legal_moves: ShowMoves,
    /// Proposals per move.
    pub attempts: u32,
    /// What happens when none of them is legal.
    pub exhausted: Exhausted,
}

/// When a player is shown the legal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShowMoves {
    /// Never, not even in reasons for a refusal.
    Never,
    /// After a refusal.
    #[default]
    AfterError,
    /// With every prompt.
    Always,
}

/// What happens to a player without attempts left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exhausted {
    /// It loses the game.
    #[default]
    Forfeit,
    /// A random legal move is played for it.
    RandomLegal,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { legal_moves: ShowMoves::default(), attempts: 3, exhausted: Exhausted::default() }
    }
}

impl Policy {
    /// Unlimited attempts, for people and agents.
    pub const PATIENT: Policy =
        Policy { legal_moves: ShowMoves::AfterError, attempts: u32::MAX, exhausted: Exhausted::Forfeit };

    /// Whether the legal moves are shown now.
    pub(crate) fn shows_moves(&self, after_error: bool) -> bool {
        match self.legal_moves {
            ShowMoves::Never => false,
            ShowMoves::AfterError => after_error,
            ShowMoves::Always => true,
        }
    }
}
