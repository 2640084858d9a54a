//! The command line, from which help, completions and man pages are made too.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use crownhead_board::{PieceStyle, Position, Rules, SquareNames};

use crate::exit;

/// English/American checkers on bitboards.
///
/// Without a command it starts a game for two at one board.
#[derive(Debug, Parser)]
#[command(name = "crownhead", version, after_help = exit::HELP, max_term_width = 100)]
pub(crate) struct Arguments {
    /// When to use colors.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: ColorWhen,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
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
    /// Play a game for two at one board.
    Play(PlayArgs),
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
    /// Write a completion script for a shell.
    Completions(CompletionsArgs),
    /// Write the manual pages.
    Man(ManArgs),
}

impl Default for Command {
    fn default() -> Command {
        Command::Play(PlayArgs {
            from: PositionArgs { fen: None, rules: Rules::OFFICIAL },
            squares: Squares::Usual,
        })
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

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) from: PositionArgs,
    /// How squares are named when a move is typed.
    #[arg(long, value_enum, default_value_t, value_name = "NAMES")]
    pub(crate) squares: Squares,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Squares {
    /// Numbers 1 to 32, or a1 to h8.
    #[default]
    Usual,
    /// Bit numbers of a 32-bit word: 0 to 31.
    #[value(name = "0-31")]
    Index32,
    /// Bit numbers of a 64-bit board: 0 to 63, a1 first.
    #[value(name = "0-63")]
    Index64,
}

impl From<Squares> for SquareNames {
    fn from(squares: Squares) -> SquareNames {
        match squares {
            Squares::Usual => SquareNames::Usual,
            Squares::Index32 => SquareNames::Index32,
            Squares::Index64 => SquareNames::Index64,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// How pieces are drawn.
    #[arg(long, value_enum, default_value_t, value_name = "STYLE")]
    pub(crate) pieces: Pieces,
    /// Print everything as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Pieces {
    /// b and w for men, B and W for kings.
    #[default]
    Letters,
    /// 1 and 2 for black and white men, 3 and 4 for black and white kings.
    Digits,
    /// The draughts pieces of Unicode.
    Unicode,
}

impl From<Pieces> for PieceStyle {
    fn from(pieces: Pieces) -> PieceStyle {
        match pieces {
            Pieces::Letters => PieceStyle::Letters,
            Pieces::Digits => PieceStyle::Digits,
            Pieces::Unicode => PieceStyle::Unicode,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// The position, or - to answer FENs from standard input one line each.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// List jumps with equal from, to and captured pieces once, not once for each route.
    #[arg(long)]
    pub(crate) unique: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The number of plies.
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print the count after each legal move, too.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count jumps with equal from, to and captured pieces once, not once for each route.
    #[arg(long)]
    pub(crate) unique: bool,
    /// The number of threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The size of a table of known counts in megabytes: worth its memory from depth 14 on.
    #[arg(long, default_value_t = 0, value_name = "MB")]
    pub(crate) hash: usize,
}

#[derive(Debug, Args)]
pub(crate) struct PdnArgs {
    #[command(subcommand)]
    pub(crate) command: PdnCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PdnCommand {
    /// Replay every game and report each fault.
    Check {
        /// The files; - is standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct BitsArgs {
    #[command(subcommand)]
    pub(crate) operation: BitsOperation,
    /// The number of bits in a value.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "BITS")]
    pub(crate) width: Width,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Width {
    #[value(name = "8")]
    W8,
    #[value(name = "16")]
    W16,
    #[default]
    #[value(name = "32")]
    W32,
    #[value(name = "64")]
    W64,
}

/// The operations. Values are binary (0b1011), hex (0xFFF) or decimal.
#[derive(Debug, Subcommand)]
pub(crate) enum BitsOperation {
    /// The value itself, in all three notations and on the board.
    Show { value: String },
    /// Turn one bit over.
    Flip { value: String, position: u32 },
    /// Make one bit 1.
    Set { value: String, position: u32 },
    /// Make one bit 0.
    Clear { value: String, position: u32 },
    /// Is one bit 1?
    Check { value: String, position: u32 },
    /// Shift towards the high end.
    ShiftLeft { value: String, distance: u32 },
    /// Shift towards the low end.
    ShiftRight { value: String, distance: u32 },
    /// Move a bit from one position to another if it is 1.
    Move { value: String, from: u32, to: u32 },
    /// Count the ones.
    Count { value: String },
    /// The position of the lowest 1.
    Lowest { value: String },
    /// Have two masks a 1 in common?
    Overlap { a: String, b: String },
    /// The mask with one bit.
    Mask { position: u32 },
    /// The ones of both masks.
    Union { a: String, b: String },
    /// The ones that two masks share.
    Intersection { a: String, b: String },
    /// Add, by bitwise operations alone.
    Add { a: String, b: String },
    /// Subtract, by bitwise operations alone.
    #[command(visible_alias = "subtract")]
    Sub { a: String, b: String },
    /// Multiply, by bitwise operations alone.
    #[command(visible_alias = "multiply")]
    Mul { a: String, b: String },
    /// Divide with remainder, by bitwise operations alone.
    #[command(visible_alias = "divide")]
    Div { a: String, b: String },
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Where to write a page for each command; without it the main page goes to standard output.
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}
