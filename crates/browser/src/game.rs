//! Games as they are handed in.

use crownhead_board::{Game, Move, Position, Rules, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::Refusal;

/// More moves than these are not played.
const MAX_MOVES: usize = 2000;

/// A game: where it began, and its moves.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GameText {
    /// The position before the moves; the start if it is left out.
    fen: Option<String>,
    /// The rules; official if they are left out.
    rules: Option<String>,
    /// The moves from there, so that repetitions count.
    moves: Vec<String>,
}

impl GameText {
    /// A game in words.
    pub(crate) fn of(game: &Game) -> GameText {
        GameText {
            fen: Some(game.start().to_string()),
            rules: Some(game.rules().to_string()),
            moves: game.moves().map(|mv| mv.route_text().to_string()).collect(),
        }
    }

    /// The game. It goes on after positions that have come three times, as somebody may look at any of them.
    pub(crate) fn read(&self) -> Result<Game, Refusal> {
        let mut game = self.start()?;
        for text in self.moves()? {
            let mv = read_move(text, game.state())?;
            game.play(mv).map_err(|error| Refusal::new("bad_move", error))?;
        }
        Ok(game)
    }

    /// The game before its first move.
    pub(crate) fn start(&self) -> Result<Game, Refusal> {
        let start = self.fen.as_deref().map_or(Ok(Position::START), str::parse);
        let start = start.map_err(|error| Refusal::new("bad_fen", error))?;
        let rules = self.rules.as_deref().map_or(Ok(Rules::OFFICIAL), str::parse);
        let rules = rules.map_err(|error| Refusal::new("bad_rules", error))?;
        Ok(Game::from_position(start, rules).without_automatic_draws())
    }

    /// The texts of its moves.
    pub(crate) fn moves(&self) -> Result<&[String], Refusal> {
        if self.moves.len() > MAX_MOVES {
            return Err(Refusal::new("too_large", format!("at most {MAX_MOVES} moves are played")));
        }
        Ok(&self.moves)
    }
}

/// A move as people type it.
pub(crate) fn read_move(text: &str, state: &State) -> Result<Move, Refusal> {
    state.parse_move(text).map_err(|error| Refusal::new("bad_move", error))
}
