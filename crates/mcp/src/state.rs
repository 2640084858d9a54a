//! How a game looks to an agent.

use std::fmt::Write;

use crownhead_board::{Color, Move, PieceStyle, Position, diagram};
use rmcp::schemars;
use serde::Serialize;

use crate::hall::Glance;

/// A game as an agent sees it.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct GameState {
    /// The game.
    pub game_id: String,
    /// `waiting` for a player, `playing`, or `over`.
    pub status: &'static str,
    /// Who plays Black.
    pub black: Option<String>,
    /// Who plays White.
    pub white: Option<String>,
    /// The side to move: `black` or `white`.
    pub turn: &'static str,
    /// Plies played so far. Give it with your move.
    pub ply: usize,
    /// The board: b and w are men, B and W kings; the numbers of the squares beside it.
    pub board: String,
    /// The position as FEN.
    pub fen: String,
    /// The squares of Black, kings marked with K.
    pub black_pieces: String,
    /// The squares of White, kings marked with K.
    pub white_pieces: String,
    /// The side to move can jump, and so it must.
    pub must_jump: bool,
    /// The last move.
    pub last_move: Option<String>,
    /// All moves so far, those of a ballot included.
    pub moves: Vec<String>,
    /// The legal moves of the side to move, where the event shows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<String>>,
    /// The side to move has been offered a draw; offer_draw takes it.
    pub draw_offered: bool,
    /// Plies since a man advanced or a piece was captured; 80 make a draw.
    pub quiet_plies: u32,
    /// How often this position has occurred; the third time makes a draw.
    pub occurrences: usize,
    /// The milliseconds that Black has left, if there are clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_ms: Option<u64>,
    /// The milliseconds that White has left, if there are clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_ms: Option<u64>,
    /// The rules of the house, where they are not the official ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// How the game ended.
    pub result: Option<String>,
    /// The game is for ratings.
    pub rated: bool,
}

impl GameState {
    pub(crate) fn new(game_id: &str, glance: &Glance) -> GameState {
        let Glance { game, names, ending, is_draw_offered, is_rated, shows_moves, clock_ms, .. } = glance;
        let pos = game.position();
        let text = |mv: &Move| mv.route_text().to_string();
        let is_shown = *shows_moves && ending.is_none();
        let is_waiting = names.iter().any(Option::is_none);
        GameState {
            game_id: game_id.to_owned(),
            status: match ending {
                Some(_) => "over",
                None if is_waiting => "waiting",
                None => "playing",
            },
            black: names[0].clone(),
            white: names[1].clone(),
            turn: side(pos.turn()),
            ply: game.moves().len(),
            board: diagram(Color::White, |square| PieceStyle::LETTERS.symbol(pos.piece_at(square))),
            fen: pos.to_string(),
            black_pieces: pieces(pos, Color::Black),
            white_pieces: pieces(pos, Color::White),
            must_jump: game.legal_moves().iter().any(|mv| mv.is_jump()),
            last_move: game.moves().last().as_ref().map(text),
            moves: game.moves().map(|mv| text(&mv)).collect(),
            legal_moves: is_shown.then(|| game.legal_moves().iter().map(text).collect()),
            draw_offered: *is_draw_offered,
            quiet_plies: game.quiet_plies(),
            occurrences: game.occurrences(),
            black_ms: clock_ms.map(|left| left[0]),
            white_ms: clock_ms.map(|left| left[1]),
            rules: (!game.rules().is_official()).then(|| game.rules().to_string()),
            result: ending.clone(),
            rated: *is_rated,
        }
    }

    /// The same in words and a drawing, for a model to read.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("Game {}: ", self.game_id);
        let _ = match (&self.result, self.status) {
            (Some(result), _) => writeln!(text, "over. {result}."),
            (None, "waiting") => writeln!(text, "waiting for another player to join with join_game."),
            _ => writeln!(text, "{} to move, ply {}.", self.turn, self.ply),
        };
        let _ = writeln!(text, "{}", self.board);
        let _ =
            writeln!(text, "Black: {}\nWhite: {}\nFEN: {}", self.black_pieces, self.white_pieces, self.fen);
        if !self.moves.is_empty() {
            let _ = writeln!(text, "Moves so far: {}", self.moves.join(" "));
        }
        if let (Some(black), Some(white)) = (self.black_ms, self.white_ms) {
            let _ = writeln!(text, "Time left: Black {} s, White {} s", black / 1000, white / 1000);
        }
        if let Some(rules) = &self.rules {
            let _ = writeln!(text, "House rules: {rules}");
        }
        if self.must_jump {
            text.push_str("The side to move can jump, so it must.\n");
        }
        if let Some(legal) = &self.legal_moves {
            let _ = writeln!(text, "Legal moves of {}: {}", self.turn, legal.join(", "));
        }
        if self.draw_offered {
            text.push_str("A draw is offered; offer_draw takes it, a move declines it.\n");
        }
        text
    }
}

pub(crate) fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn pieces(pos: &Position, color: Color) -> String {
    let name = |square| format!("{}{square}", if pos.kings().contains(square) { "K" } else { "" });
    let squares: Vec<String> = pos.pieces(color).into_iter().map(name).collect();
    squares.join(" ")
}
