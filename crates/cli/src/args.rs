//! The command line, from which help, completions and man pages are made too.

use clap::{Args, Parser, Subcommand, ValueEnum};
use crownhead_board::{Color, Position, Rules};
use crownhead_engine::Evaluation;
use serde::Deserialize;

use crate::commands::analyze::AnalyzeArgs;
use crate::commands::arena::ArenaArgs;
use crate::commands::bench::BenchArgs;
use crate::commands::bits::BitsArgs;
use crate::commands::book::BookArgs;
use crate::commands::contest::MatchArgs;
use crate::commands::dxp::DxpArgs;
use crate::commands::endgame::EndgameArgs;
use crate::commands::hub::HubArgs;
use crate::commands::manual::{CompletionsArgs, ManArgs};
use crate::commands::mcp::McpArgs;
use crate::commands::moves::MovesArgs;
use crate::commands::openings::OpeningsArgs;
use crate::commands::pdn::PdnArgs;
use crate::commands::perft::PerftArgs;
use crate::commands::play::PlayArgs;
use crate::commands::serve::ServeArgs;
use crate::commands::show::ShowArgs;
use crate::commands::train::TrainArgs;
#[cfg(feature = "serve")]
use crate::commands::worker::WorkerArgs;
use crate::exit;

/// English/American checkers on bitboards.
///
/// Without a command it opens a game on the screen.
#[derive(Debug, Parser)]
#[command(name = "crownhead", version, after_help = exit::HELP, max_term_width = 100)]
pub(crate) struct Arguments {
    /// When to use colors.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: ColorWhen,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorWhen {
    /// Makes the choice for all output of the program.
    pub(crate) fn apply(self) {
        match self {
            ColorWhen::Auto => {}
            ColorWhen::Always => anstream::ColorChoice::Always.write_global(),
            ColorWhen::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game on the screen: against the computer, two at one board, or just looking.
    Play(Box<PlayArgs>),
    /// Show a position: the board, its masks in binary and hex, its legal moves.
    Show(ShowArgs),
    /// List the legal moves of a position.
    Moves(MovesArgs),
    /// Count the ways to play a number of plies.
    Perft(PerftArgs),
    /// Work with game files (Portable Draughts Notation).
    Pdn(PdnArgs),
    /// Bit operations, with the result in binary, hex and decimal and on the board.
    Bits(BitsArgs),
    /// Ask the engine about a position, or annotate the games of a file.
    Analyze(AnalyzeArgs),
    /// Play a match between two settings of the engine, levels, or other programs.
    Match(Box<MatchArgs>),
    /// Play tournaments of engines, language models and agents.
    Arena(ArenaArgs),
    /// List the openings that are drawn by lot, with their names.
    Openings(OpeningsArgs),
    /// Show or make the opening book.
    Book(BookArgs),
    /// Search fixed positions and print a number that names the search's behavior.
    Bench(BenchArgs),
    /// Build, ask, check and count databases of endings.
    Endgame(EndgameArgs),
    /// Learn from games against itself: play, fit, compare, tune.
    Train(TrainArgs),
    /// Serve a web page to play, look and learn, and an API for programs.
    Serve(ServeArgs),
    /// Analyze for servers on other machines.
    #[cfg(feature = "serve")]
    Worker(WorkerArgs),
    /// Run the engine for programs that speak the Hub protocol on standard input and output.
    Hub(HubArgs),
    /// Checkers for agents, by the Model Context Protocol, on standard input and output or over HTTP.
    Mcp(McpArgs),
    /// Play another program over a connection by DXP (DamExchange).
    Dxp(DxpArgs),
    /// Write a completion script for a shell.
    Completions(CompletionsArgs),
    /// Write the manual pages.
    Man(ManArgs),
}

impl Default for Command {
    fn default() -> Command {
        Command::Play(Box::default())
    }
}

/// A position and the rules to play by.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The position in any form of FEN; the start of the game if it is left out.
    pub(crate) fen: Option<String>,
    /// The rules: official, free-stop, crown-and-go, single-jump, casual, relay, or settings such
    /// as chain=may-stop,capture=optional.
    #[arg(long, default_value_t = Rules::OFFICIAL, value_name = "RULES")]
    pub(crate) rules: Rules,
}

impl PositionArgs {
    pub(crate) fn position(&self) -> anyhow::Result<Position> {
        Ok(self.fen.as_deref().map_or(Ok(Position::START), str::parse)?)
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// Black, who moves first.
    #[default]
    Black,
    /// White.
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// Whether the engine plays the opening from its book.
#[derive(Debug, Args)]
pub(crate) struct OpeningArgs {
    /// Play from the opening book: with a variety of 0 always the best move, up to 100 others too.
    #[arg(long, value_name = "VARIETY", num_args = 0..=1, require_equals = true, default_missing_value = "40",
          value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) book: Option<u8>,
}

/// What the engine works with.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// The number of threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// The size of the table in megabytes.
    #[arg(long, default_value_t = 64, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) hash: u32,
    #[command(flatten)]
    pub(crate) weights: Weights,
}

/// Which evaluation the engine uses.
#[derive(Debug, Default, Args)]
pub(crate) struct Weights {
    /// A file of weights in place of those in the program; "hand" is the evaluation written by hand.
    #[arg(long = "weights", value_name = "FILE")]
    file: Option<String>,
}

impl Weights {
    pub(crate) fn evaluation(&self) -> anyhow::Result<Evaluation> {
        Ok(match &self.file {
            Some(name) => Evaluation::named(name)?,
            None => Evaluation::shipped(),
        })
    }
}
