//! What a session tells, as JSON for programs: one object a line.

use std::time::Instant;

use crownhead_board::{Color, Move, Outcome, Square};
use serde::Serialize;

use crate::session::{Notice, Session};

/// A line for a program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Told<'a> {
    Message { text: &'a str },
    Error { text: &'a str },
    Text { title: &'a str, text: &'a str },
    Move { side: String, text: String, route: Vec<u8>, captured: Vec<u8> },
    State(Box<State>),
}

/// Everything about the position that is shown.
#[derive(Serialize)]
struct State {
    fen: String,
    turn: String,
    rules: String,
    black: Player,
    white: Player,
    /// How many plies were played.
    plies: usize,
    /// The legal moves, in the order of their numbers from 1.
    moves: Vec<MoveJson>,
    outcome: Option<OutcomeJson>,
    opening: Option<&'static str>,
    draw_offered_by: Option<String>,
    /// Is another position than that of the game shown?
    looking: bool,
    /// The position that is being set up, as FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<String>,
}

#[derive(Serialize)]
struct Player {
    player: String,
    captured_men: usize,
    captured_kings: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
}

#[derive(Serialize)]
struct MoveJson {
    text: String,
    route: Vec<u8>,
    captured: Vec<u8>,
}

#[derive(Serialize)]
struct OutcomeJson {
    winner: Option<String>,
    text: String,
}

/// A line about a notice.
pub(crate) fn notice(session: &Session, notice: &Notice) -> String {
    let told = match notice {
        Notice::Say(text) => Told::Message { text },
        Notice::Wrong(text) => Told::Error { text },
        Notice::Text(title, text) => Told::Text { title, text },
        Notice::Moved { color, mv, .. } => {
            let MoveJson { text, route, captured } = mv_json(session, *mv);
            Told::Move { side: side(*color), text, route, captured }
        }
        _ => Told::State(Box::new(state(session))),
    };
    // Strings, numbers and lists of them can always be written.
    serde_json::to_string(&told).unwrap_or_default()
}

fn side(color: Color) -> String {
    color.to_string().to_lowercase()
}

fn numbers(squares: impl IntoIterator<Item = Square>) -> Vec<u8> {
    squares.into_iter().map(Square::number).collect()
}

fn mv_json(session: &Session, mv: Move) -> MoveJson {
    let text = session.settings.appearance.notation.mv(mv);
    MoveJson { text, route: numbers(mv.route()), captured: numbers(mv.captured()) }
}

fn state(session: &Session) -> State {
    let game = session.game();
    let player = |color: Color| {
        let captured = game.captured_by(color);
        let left = session.time_left(color, Instant::now()).map(|left| left.as_secs_f64());
        Player {
            player: session.player(color),
            captured_men: captured.men,
            captured_kings: captured.kings,
            seconds_left: left,
        }
    };
    let outcome =
        |outcome: Outcome| OutcomeJson { winner: outcome.winner().map(side), text: outcome.to_string() };
    let moves = if session.is_live() { session.legal_moves() } else { Default::default() };
    State {
        fen: session.shown().to_string(),
        turn: side(session.shown().turn()),
        rules: game.rules().to_string(),
        black: player(Color::Black),
        white: player(Color::White),
        plies: game.moves().len(),
        moves: moves.iter().map(|mv| mv_json(session, *mv)).collect(),
        outcome: session.outcome().map(outcome),
        opening: session.opening(),
        draw_offered_by: session.offer().map(side),
        looking: !session.is_live(),
        setup: session.editor().map(ToString::to_string),
    }
}
