//! `crownhead moves`: the legal moves.

use std::io::{self, Write};

use clap::Args;
use crownhead_board::{Move, MoveList, Position, Rules, Square, State};
use crownhead_files::lines;
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::PositionArgs;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// The position as FEN, or - to read questions from standard input: on each line a FEN, moves to make from the
    /// start, or a FEN with moves behind it.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// List jumps with the same start, end and captured pieces once, not once for each route.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Print the position before its moves.
    #[arg(long = "fen", id = "with_fen")]
    pub(crate) with_fen: bool,
    /// Print JSON: the position and its moves.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &MovesArgs) -> anyhow::Result<Exit> {
    if args.position.fen.as_deref() == Some("-") {
        return answer_lines(args);
    }
    let mut out = io::stdout().lock();
    let state = State::new(args.position.position()?, args.position.rules());
    if args.json {
        writeln!(out, "{}", args.json_of(&state))?;
        return Ok(Exit::Success);
    }
    if args.with_fen {
        writeln!(out, "{}", state.position())?;
    }
    for mv in &args.moves(&state) {
        writeln!(out, "{}", mv.route_text())?;
    }
    Ok(Exit::Success)
}

/// One answer for each line, so that a program can ask and listen.
fn answer_lines(args: &MovesArgs) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let mut exit = Exit::Success;
    for line in lines(io::stdin().lock()) {
        match read_question(&line?, args.position.rules()) {
            Ok(state) if args.json => writeln!(out, "{}", args.json_of(&state))?,
            Ok(state) => writeln!(out, "{}", args.line_of(&state))?,
            Err(error) => {
                exit = Exit::Faults;
                let error = format!("{error:#}");
                if args.json {
                    writeln!(out, "{}", json!({ "error": error }))?;
                } else {
                    writeln!(out, "error: {error}")?;
                }
            }
        }
        out.flush()?;
    }
    Ok(exit)
}

/// The position after the moves of a question.
fn read_question(line: &str, rules: Rules) -> anyhow::Result<State> {
    let line = line.trim();
    let (pos, moves) = match line.split_once(char::is_whitespace) {
        _ if begins_with_move(line) => (Position::START, line),
        // A FEN that has spaces in it has nothing behind it.
        Some((fen, moves)) if begins_with_move(moves.trim_start()) => (fen.parse()?, moves),
        _ => (line.parse()?, ""),
    };
    let mut state = State::new(pos, rules);
    for text in moves.split_whitespace() {
        state = state.play_unchecked(state.parse_move(text)?);
    }
    Ok(state)
}

/// Moves begin with a number or with the name of a square, positions with a side and a colon.
fn begins_with_move(text: &str) -> bool {
    matches!(text.as_bytes(), [b'0'..=b'9', ..] | [b'a'..=b'h', b'1'..=b'8', ..])
}

impl MovesArgs {
    /// The legal moves in the order of their squares.
    fn moves(&self, state: &State) -> MoveList {
        let mut moves = state.legal_moves();
        if self.unique {
            moves.merge_routes();
        }
        moves.sort_by_key(|mv| mv.route());
        moves
    }

    fn line_of(&self, state: &State) -> String {
        let moves: Vec<String> = self.moves(state).iter().map(|mv| mv.route_text().to_string()).collect();
        let fen = if self.with_fen { format!("{} ", state.position()) } else { String::new() };
        format!("{fen}{}", moves.join(" ")).trim_end().to_owned()
    }

    fn json_of(&self, state: &State) -> Value {
        json!({
            "fen": state.position().to_string(),
            "turn": state.turn().to_string().to_lowercase(),
            "moves": self.moves(state).iter().map(|mv| MoveJson::of(*mv)).collect::<Vec<_>>(),
        })
    }
}

/// A move for programs.
#[derive(Serialize)]
pub(super) struct MoveJson {
    text: String,
    route: Vec<u8>,
    captured: Vec<u8>,
}

impl MoveJson {
    pub(super) fn of(mv: Move) -> MoveJson {
        MoveJson {
            text: mv.route_text().to_string(),
            route: mv.route().into_iter().map(Square::number).collect(),
            captured: mv.captured().into_iter().map(Square::number).collect(),
        }
    }
}
