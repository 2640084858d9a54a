//! The program `crownhead`: reads its arguments, runs a command, prints errors.

#![forbid(unsafe_code)]
// These panic where standard error cannot be written; `output::tell` does not.
#![deny(clippy::print_stderr)]

mod args;
mod commands;
mod config;
mod endings;
mod exit;
mod help;
mod log;
mod output;
mod style;
mod thinker;
mod words;

use std::process::ExitCode;

use crate::args::{Arguments, ColorWhen, Command};
use crate::exit::Exit;

fn main() -> ExitCode {
    let arguments = Arguments::read();
    arguments.color.apply();
    match run(arguments.command, arguments.color) {
        Ok(exit) => exit.into(),
        Err(error) if exit::is_closed_pipe(&error) => Exit::Success.into(),
        Err(error) => {
            output::tell_error(&error);
            Exit::of_error(&error).into()
        }
    }
}

fn run(command: Option<Command>, color: ColorWhen) -> anyhow::Result<Exit> {
    match command.unwrap_or_default() {
        Command::Play(play) => commands::play::run(&play, color),
        Command::Show(show) => commands::show::run(&show),
        Command::Moves(moves) => commands::moves::run(&moves),
        Command::Perft(perft) => commands::perft::run(&perft),
        Command::Grade(grade) => commands::grade::run(&grade),
        Command::Pdn(pdn) => commands::pdn::run(&pdn),
        Command::Games(games) => commands::games::run(&games),
        Command::Explore(explore) => commands::explore::run(&explore),
        Command::Puzzles(puzzles) => commands::puzzles::run(&puzzles),
        Command::Bits(bits) => commands::bits::run(&bits),
        Command::Analyze(analyze) => commands::analyze::run(&analyze),
        Command::Match(args) => commands::matches::run(&args),
        Command::Arena(arena) => commands::arena::run(&arena),
        Command::Openings(openings) => commands::openings::run(&openings),
        Command::Book(book) => commands::book::run(&book),
        Command::Bench(bench) => commands::bench::run(&bench),
        Command::Practice(practice) => commands::practice::run(&practice),
        Command::Endgame(endgame) => commands::endgame::run(&endgame),
        Command::Train(train) => commands::train::run(&train),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => commands::serve::run(&serve),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) => commands::left_out::refuse("its server"),
        #[cfg(all(feature = "serve", feature = "cluster"))]
        Command::Worker(worker) => commands::worker::run(&worker),
        #[cfg(not(all(feature = "serve", feature = "cluster")))]
        Command::Worker(_) => commands::left_out::refuse("its server and NATS"),
        Command::Hub(hub) => commands::hub::run(&hub),
        #[cfg(feature = "mcp")]
        Command::Mcp(mcp) => commands::mcp::run(&mcp),
        #[cfg(not(feature = "mcp"))]
        Command::Mcp(_) => commands::left_out::refuse("the Model Context Protocol"),
        Command::Dxp(dxp) => commands::dxp::run(&dxp),
        Command::Completions(completions) => commands::manual::completions(&completions),
        Command::Man(man) => commands::manual::man(&man),
    }
}
