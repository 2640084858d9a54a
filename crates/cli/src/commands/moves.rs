//! `crownhead moves`: the legal moves.

use std::io::{self, BufRead, Write};

use clap::Args;
use crownhead_board::{MoveList, Position, State};

use crate::args::PositionArgs;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// The position as FEN, or - to read FENs from standard input, one per line.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// List jumps with the same start, end and captured pieces once, not once for each route.
    #[arg(long)]
    pub(crate) unique: bool,
}

pub(crate) fn run(args: &MovesArgs) -> anyhow::Result<Exit> {
    if args.position.fen.as_deref() == Some("-") {
        return answer_lines(args);
    }
    let mut out = io::stdout().lock();
    for mv in &moves(args, &args.position.position()?) {
        writeln!(out, "{}", mv.route_text())?;
    }
    Ok(Exit::Success)
}

/// One line of moves for each line with a FEN, so that a program can ask and listen.
fn answer_lines(args: &MovesArgs) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let mut exit = Exit::Success;
    for line in io::stdin().lock().lines() {
        match line?.parse() {
            Ok(pos) => {
                let moves: Vec<String> =
                    moves(args, &pos).iter().map(|mv| mv.route_text().to_string()).collect();
                writeln!(out, "{}", moves.join(" "))?;
            }
            Err(error) => {
                writeln!(out, "error: {error}")?;
                exit = Exit::Faults;
            }
        }
        out.flush()?;
    }
    Ok(exit)
}

/// The legal moves in the order of their squares.
fn moves(args: &MovesArgs, pos: &Position) -> MoveList {
    let mut moves = State::new(*pos, args.position.rules()).legal_moves();
    if args.unique {
        moves.merge_routes();
    }
    moves.sort_by_key(|mv| mv.route());
    moves
}
