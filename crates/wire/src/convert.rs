//! From the types of the game, and with the feature `engine` from those of the engine, to the wire.

use crownhead_board::{Bitboard, Color, Move, Piece, Position, Square, State};

use super::{Material, MoveInfo, PieceInfo};

impl MoveInfo {
    /// A legal move in its position.
    pub fn new(state: &State, mv: Move) -> MoveInfo {
        let crowns = |from, to| {
            let after = state.play_unchecked(mv);
            !state.position().kings().contains(from) && after.position().kings().contains(to)
        };
        MoveInfo {
            text: mv.route_text().to_string(),
            route: mv.route().iter().map(|square| square.number()).collect(),
            captured: squares(mv.captured()),
            crowns: mv.from().zip(mv.to()).is_some_and(|(from, to)| crowns(from, to)),
            verdict: None,
        }
    }
}

impl PieceInfo {
    /// The pieces of a position by their squares.
    pub fn all(pos: &Position) -> Vec<PieceInfo> {
        let info = |(square, piece): (Square, Piece)| PieceInfo {
            square: square.number(),
            side: piece.color.into(),
            king: piece.is_king(),
        };
        pos.iter_pieces().map(info).collect()
    }
}

impl Material {
    /// What a side has in a position.
    pub fn of(pos: &Position, color: Color) -> Material {
        let kings = (pos.pieces(color) & pos.kings()).len();
        Material { men: (pos.pieces(color).len() - kings) as u32, kings: kings as u32 }
    }
}

/// The numbers of squares.
pub fn squares(mask: Bitboard) -> Vec<u8> {
    mask.into_iter().map(|square| square.number()).collect()
}

#[cfg(feature = "engine")]
mod engine {
    use crownhead_board::{Color, Move, State};
    use crownhead_engine::{Line, Report, Score, Value};

    use crate::{AnalysisReport, EngineLine, GameResult, MoveInfo, ScoreInfo, Verdict, VerdictValue};

    impl ScoreInfo {
        /// A score that is for the side to move.
        pub fn new(score: Score, turn: Color) -> ScoreInfo {
            let for_black = if turn == Color::Black { score } else { -score };
            let winner = if score.is_win() {
                Some(turn)
            } else if score.is_loss() {
                Some(!turn)
            } else {
                None
            };
            ScoreInfo {
                for_black: for_black.centimen(),
                balance: (for_black.balance() * 1000.0).round() / 1000.0,
                ends_in: score.plies_to_end(),
                winner: winner.map(Into::into),
                text: score.to_string(),
            }
        }
    }

    impl EngineLine {
        /// A line of the engine from a position.
        pub fn new(state: &State, line: &Line, depth: u32) -> EngineLine {
            let mut at = *state;
            let step = |mv: &Move| {
                let info = MoveInfo::new(&at, *mv);
                at = at.play_unchecked(*mv);
                info
            };
            EngineLine {
                score: ScoreInfo::new(line.score, state.turn()),
                depth,
                moves: line.moves.iter().map(step).collect(),
            }
        }
    }

    impl AnalysisReport {
        /// What was reported of each line, the best first, as the answer to a question with a number.
        pub fn new(request: u32, state: &State, set: &[Report]) -> AnalysisReport {
            let last = set.last();
            let effort = last.map(|report| report.effort).unwrap_or_default();
            let depth = |report: &Report| report.depth.plies() as u32;
            AnalysisReport {
                request,
                fen: state.position().to_string(),
                turn: state.turn().into(),
                depth: last.map_or(0, depth),
                selective_depth: last.map_or(0, |report| report.selective_depth),
                nodes: effort.nodes,
                nodes_per_second: effort.nodes_per_second(),
                milliseconds: effort.time.as_millis() as u64,
                database_hits: effort.database_hits,
                lines: set.iter().map(|report| EngineLine::new(state, &report.line, depth(report))).collect(),
                result: None,
            }
        }

        /// There is nothing to analyze where the game is over.
        pub fn over(request: u32, state: &State, result: GameResult) -> AnalysisReport {
            AnalysisReport { result: Some(result), ..AnalysisReport::new(request, state, &[]) }
        }
    }

    impl From<crownhead_engine::Verdict> for Verdict {
        fn from(found: crownhead_engine::Verdict) -> Verdict {
            let value = match found.value {
                Value::Win => VerdictValue::Win,
                Value::Draw => VerdictValue::Draw,
                Value::Loss => VerdictValue::Loss,
            };
            Verdict { value, plies: found.plies }
        }
    }
}
