//! The command line, from which help, completions and man pages are made too.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::marker::PhantomData;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use crownhead_board::{Color, Position, Rules};
use crownhead_engine::{Endgame, Engine, Evaluation};
use crownhead_study::Appearance;
use crownhead_study::style::{BadSetting, STYLE_NAMES, Setting};
use serde::Deserialize;

use crate::commands::analyze::AnalyzeArgs;
use crate::commands::arena::ArenaArgs;
use crate::commands::bench::BenchArgs;
use crate::commands::bits::BitsArgs;
use crate::commands::book::BookArgs;
use crate::commands::dxp::DxpArgs;
use crate::commands::endgame::EndgameArgs;
use crate::commands::explore::ExploreArgs;
use crate::commands::games::GamesArgs;
use crate::commands::grade::GradeArgs;
use crate::commands::hub::HubArgs;
#[cfg(not(feature = "mcp"))]
use crate::commands::left_out::AnyArgs as McpArgs;
#[cfg(not(feature = "serve"))]
use crate::commands::left_out::AnyArgs as ServeArgs;
#[cfg(not(all(feature = "serve", feature = "cluster")))]
use crate::commands::left_out::AnyArgs as WorkerArgs;
use crate::commands::manual::{CompletionsArgs, ManArgs};
use crate::commands::matches::MatchArgs;
#[cfg(feature = "mcp")]
use crate::commands::mcp::McpArgs;
use crate::commands::moves::MovesArgs;
use crate::commands::openings::OpeningsArgs;
use crate::commands::pdn::PdnArgs;
use crate::commands::perft::PerftArgs;
use crate::commands::play::PlayArgs;
use crate::commands::practice::PracticeArgs;
use crate::commands::puzzles::PuzzlesArgs;
#[cfg(feature = "serve")]
use crate::commands::serve::ServeArgs;
use crate::commands::show::ShowArgs;
use crate::commands::train::TrainArgs;
#[cfg(all(feature = "serve", feature = "cluster"))]
use crate::commands::worker::WorkerArgs;
use crate::config;
use crate::endings;
use crate::exit::Exit;
use crate::help;
use crate::output;

/// The version, with the commit in programs that are handed out.
const VERSION: &str = match option_env!("CROWNHEAD_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// English/American checkers on bitboards.
///
/// Without a command it opens the game in the terminal, with the options of play.
#[derive(Debug, Parser)]
#[command(name = "crownhead", version = VERSION, max_term_width = 100)]
pub(crate) struct Arguments {
    /// When to use colors: auto, always or never.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true
    )]
    pub(crate) color: ColorWhen,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Arguments {
    /// The arguments of this process. Ends it for help, for the version, and with an error.
    pub(crate) fn read() -> Arguments {
        Arguments::read_from(env::args_os()).unwrap_or_else(|error| tell_and_exit(&error))
    }

    /// Reads arguments, the first of which is the name of the program.
    pub(crate) fn read_from(args: impl Iterator<Item = OsString>) -> Result<Arguments, clap::Error> {
        let command = help::command();
        let args = with_play(&command, args.collect());
        Arguments::from_arg_matches(&command.try_get_matches_from(args)?)
    }
}

/// Prints a help that was asked for, or what is wrong with the arguments, and ends the program. A help that cannot be
/// written is an error, unless nobody reads it any more.
fn tell_and_exit(error: &clap::Error) -> ! {
    let exit = match error.print() {
        Err(why) if !error.use_stderr() && why.kind() != io::ErrorKind::BrokenPipe => {
            output::tell_error(&why.into());
            Exit::Io as i32
        }
        _ => error.exit_code(),
    };
    process::exit(exit)
}

/// `crownhead --level 3` and `crownhead games.pdn` mean `crownhead play --level 3` and `crownhead play games.pdn`.
fn with_play(command: &clap::Command, mut args: Vec<OsString>) -> Vec<OsString> {
    let is_color = |arg: &OsString| arg == "--color";
    let mut first = 1;
    while let Some(arg) = args.get(first).filter(|arg| arg.to_string_lossy().starts_with("--color")) {
        first += if is_color(arg) { 2 } else { 1 };
    }
    let Some(word) = args.get(first).map(|arg| arg.to_string_lossy().into_owned()) else { return args };
    let is_known = command.find_subcommand(&word).is_some() || word == "help";
    let is_ours = ["-h", "--help", "-V", "--version"].contains(&word.as_str());
    let is_game = word.starts_with('-') || word.contains(':') || is_path(&word) || Path::new(&word).is_file();
    if is_game && !is_known && !is_ours {
        args.insert(first, "play".into());
    }
    args
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
    /// Applies the choice to all output of the program.
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
    /// Play in the terminal: against the computer, with a friend at one board, or online.
    Play(Box<PlayArgs>),
    /// Show a position: the board, its bitboards in binary and hex, its legal moves.
    Show(ShowArgs),
    /// List the legal moves of a position.
    Moves(MovesArgs),
    /// Count the move sequences of a given length (perft).
    Perft(PerftArgs),
    /// Check the moves of a student's program, and show the smallest position that it gets wrong.
    Grade(GradeArgs),
    /// Check game files in Portable Draughts Notation (PDN).
    Pdn(PdnArgs),
    /// Collect games: import files, find games by players, openings and positions, export them.
    Games(Box<GamesArgs>),
    /// Show what was played in a position, in the games of your collection.
    Explore(Box<ExploreArgs>),
    /// Solve puzzles: find the only move that wins, or draws.
    Puzzles(Box<PuzzlesArgs>),
    /// Calculate with bits; the result is shown in binary, hex, decimal and on the board.
    Bits(BitsArgs),
    /// Analyze a position, or annotate the games of a file.
    Analyze(AnalyzeArgs),
    /// Play a match between two engines, engine settings or levels.
    Match(Box<MatchArgs>),
    /// Run tournaments of engines, language models and agents.
    Arena(ArenaArgs),
    /// List the three-move ballots and their names.
    Openings(OpeningsArgs),
    /// Show or build the opening book.
    Book(BookArgs),
    /// Search a fixed set of positions and print the number of nodes and the speed.
    Bench(BenchArgs),
    /// Build, probe, verify and summarize endgame databases.
    Endgame(EndgameArgs),
    /// Practice named endings against a perfect defender: win them, or hold them.
    Practice(Box<PracticeArgs>),
    /// Train the engine on games against itself: play, fit, compare, tune.
    Train(TrainArgs),
    /// Serve the web page and an API for programs.
    Serve(ServeArgs),
    /// Analyze for servers on other machines.
    Worker(WorkerArgs),
    /// Run the engine for programs that speak the Hub protocol on standard input and output.
    Hub(HubArgs),
    /// Let agents play through the Model Context Protocol (MCP), on standard input and output or over HTTP.
    Mcp(McpArgs),
    /// Play another program over the network by DXP (DamExchange).
    Dxp(DxpArgs),
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Print or write the manual pages.
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
    /// The position as FEN [default: the starting position].
    pub(crate) fen: Option<String>,
    /// The rules, or settings such as chain=may-stop,capture=optional [default: official].
    #[arg(long, value_name = "RULES", value_parser = rules())]
    pub(crate) rules: Option<Rules>,
}

impl PositionArgs {
    pub(crate) fn rules(&self) -> Rules {
        self.rules.unwrap_or_default()
    }

    pub(crate) fn position(&self) -> anyhow::Result<Position> {
        self.fen.as_deref().map_or(Ok(Position::START), position)
    }
}

/// Reads a FEN. What looks like the name of a file is told to be one.
pub(crate) fn position(text: &str) -> anyhow::Result<Position> {
    let error = match text.parse::<Position>() {
        Ok(pos) => return Ok(pos),
        Err(error) => error,
    };
    match fs::metadata(text) {
        Ok(found) if found.is_dir() => {
            Err(io::Error::from(io::ErrorKind::IsADirectory)).context(text.to_owned())
        }
        Ok(_) => {
            bail!("{text} is a file, and a position is needed; to look at its games: crownhead play {text}")
        }
        Err(missing) if is_path(text) => Err(missing).context(text.to_owned()),
        Err(_) => Err(error.into()),
    }
}

/// Does a text look like the name of a file?
fn is_path(text: &str) -> bool {
    let has_ending = |end: &OsStr| end.to_string_lossy().chars().all(char::is_alphanumeric);
    let is_name = Path::new(text).extension().is_some_and(has_ending);
    text.contains(MAIN_SEPARATOR) || is_name && !text.contains([':', ' '])
}

/// Reads an address to listen on: `127.0.0.1:8340`, `localhost:8340`, or a port of this machine alone.
#[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "only services listen"))]
pub(crate) fn address(text: &str) -> Result<SocketAddr, String> {
    let wanted = text.strip_prefix(':').unwrap_or(text);
    if let Ok(port) = wanted.parse::<u16>() {
        return Ok(SocketAddr::from(([127, 0, 0, 1], port)));
    }
    let found: Vec<SocketAddr> = text.to_socket_addrs().into_iter().flatten().collect();
    let first = found.iter().find(|address| address.is_ipv4()).or(found.first());
    first.copied().ok_or_else(|| {
        "an address is a port, or a machine and a port, as in 8340, localhost:8340 or 0.0.0.0:8340".to_owned()
    })
}

/// Reads the addresses of NATS servers, with commas between them.
#[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "only services have a bus"))]
pub(crate) fn bus(text: &str) -> Result<String, String> {
    let is_address = |address: &str| match address.split_once("://") {
        Some((scheme, host)) => ["nats", "tls"].contains(&scheme) && !host.is_empty(),
        None => address
            .rsplit_once(':')
            .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok()),
    };
    let is_right = text.split(',').all(is_address);
    is_right
        .then(|| text.to_owned())
        .ok_or_else(|| "a NATS server is nats://HOST:PORT, or tls://HOST:PORT if it is encrypted".to_owned())
}

/// Reads a value that has a name, and tells shells and the help which names there are. Other texts that can be read
/// are accepted too.
pub(crate) fn one_of<T>(names: impl IntoIterator<Item = &'static str>) -> Named<T> {
    Named { names: names.into_iter().collect(), value: PhantomData }
}

/// Reads the name of a style, to be understood later.
pub(crate) fn style_names() -> Named<String> {
    one_of(STYLE_NAMES)
}

/// Reads the value of a setting of an appearance, to be understood later.
fn of_setting(name: &str) -> Named<String> {
    one_of(Setting::named(name).into_iter().flat_map(Setting::words))
}

/// Reads rules.
pub(crate) fn rules() -> Named<Rules> {
    one_of(Rules::PRESETS.iter().map(|(name, _)| *name))
}

/// Reads the name of rules, to be understood later.
pub(crate) fn rule_names() -> Named<String> {
    one_of(Rules::PRESETS.iter().map(|(name, _)| *name))
}

#[derive(Debug)]
pub(crate) struct Named<T> {
    names: Vec<&'static str>,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for Named<T> {
    fn clone(&self) -> Named<T> {
        Named { names: self.names.clone(), value: PhantomData }
    }
}

impl<T> TypedValueParser for Named<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        StringValueParser::new().try_map(|text| text.parse::<T>()).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// Reads a number of things of which there has to be one at least.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "a number from 1 on is needed".to_owned())
}

/// Reads the size of a table, which has to fit into memory.
pub(crate) fn megabytes(text: &str) -> Result<usize, String> {
    let megabytes = text.parse().map_err(|_| "a number of megabytes is needed, as in 64".to_owned())?;
    Engine::check_hash(megabytes).map_err(|error| error.to_string())?;
    Ok(megabytes)
}

/// Reads a value, and tells what is behind an error too.
pub(crate) fn with_causes<T>(text: &str) -> Result<T, String>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    text.parse().map_err(|error: T::Err| format!("{:#}", anyhow::Error::from(error)))
}

/// Reads a time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("a time is 0 to {MAX_SECONDS} seconds, as in 0.5"))
}

/// A bit more than eleven days.
const MAX_SECONDS: f64 = 1_000_000.0;

/// Settings of an appearance as flags and as keys of the configuration.
macro_rules! settings {
    ($(#[$about:meta])* $type:ident { $($(#[$meta:meta])* $field:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, Args, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) struct $type {
            $($(#[$meta])* pub(crate) $field: Option<String>,)*
        }

        impl $type {
            /// These settings, completed by others.
            pub(crate) fn or(self, other: $type) -> $type {
                $type { $($field: self.$field.or(other.$field)),* }
            }

            /// An appearance with what was said about it.
            pub(crate) fn apply(&self, mut appearance: Appearance) -> Result<Appearance, BadSetting> {
                for (name, text) in [$(($name, &self.$field)),*] {
                    if let Some((setting, text)) = Setting::named(name).zip(text.as_deref()) {
                        appearance = setting.apply(appearance, text)?;
                    }
                }
                Ok(appearance)
            }
        }
    };
}

settings! {
    /// How positions are shown, part by part.
    BoardArgs {
        /// How squares are named: pdn, algebraic, index32, up32, index64, top64, coordinates or rows.
        #[arg(long, value_name = "NAMES", value_parser = of_setting("notation"), hide_possible_values = true)]
        notation = "notation",
        /// What the players are called, as in Red,White.
        #[arg(long, value_name = "BLACK,WHITE")]
        names = "names",
        /// What the pieces look like: drawn, letters, digits, unicode, or four characters for Black's man and
        /// king and White's man and king, as in rRbB.
        #[arg(long, value_name = "PIECES", value_parser = of_setting("pieces"), hide_possible_values = true)]
        pieces = "pieces",
        /// What stands around the board: diagram, ruled, grid, rows or dots.
        #[arg(long, value_name = "FRAME", value_parser = of_setting("frame"), hide_possible_values = true)]
        frame = "frame",
        /// Which bit is which square: down32, up32, down64 or up64.
        #[arg(long, value_name = "LAYOUT", value_parser = of_setting("layout"), hide_possible_values = true)]
        layout = "layout",
        /// Which words a position is: sides (both sides, and all kings) or apart (men and kings of each side).
        #[arg(long, value_name = "WORDS", value_parser = of_setting("words"), hide_possible_values = true)]
        words = "words",
        /// The colors: green, wood, night or terminal.
        #[arg(long, value_name = "THEME", value_parser = of_setting("theme"), hide_possible_values = true)]
        theme = "theme",
    }
}

settings! {
    /// How a game is played on the screen and line by line, part by part.
    TurnArgs {
        /// Who sits at the bottom of the board: you or white.
        #[arg(long, value_name = "WHO", value_parser = of_setting("bottom"), hide_possible_values = true)]
        bottom = "bottom",
        /// How a move is chosen: by its squares, by letters on the squares, or from a list.
        #[arg(long, value_name = "HOW", value_parser = of_setting("choose"), hide_possible_values = true)]
        choose = "choose",
        /// The first number of lists: 0 or 1.
        #[arg(long, value_name = "N", value_parser = of_setting("count-from"), hide_possible_values = true)]
        #[serde(default, deserialize_with = "config::text")]
        count_from = "count-from",
        /// What is shown each turn: some of moves,reference,bits,score,example, or nothing.
        #[arg(long, value_name = "LIST", value_parser = of_setting("each-turn"), hide_possible_values = true)]
        each_turn = "each-turn",
        /// What the end of a game says: reason, or count (of the pieces left).
        #[arg(long, value_name = "WORDS", value_parser = of_setting("ending"), hide_possible_values = true)]
        ending = "ending",
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
    /// Play from the opening book: variety 0 always plays the best move, 100 also plays much weaker ones.
    #[arg(long, value_name = "VARIETY", num_args = 0..=1, require_equals = true, default_missing_value = "40",
          value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) book: Option<u8>,
}

/// The resources of the engine.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Size of the transposition table in megabytes.
    #[arg(long, default_value_t = Engine::DEFAULT_MEGABYTES, value_name = "MB", value_parser = megabytes)]
    pub(crate) hash: usize,
    /// Folder of endgame databases to use instead of your own.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) endgame: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) weights: Weights,
}

impl EngineArgs {
    /// The engine, with the endgames in the program and those the user has built, or those of a folder.
    pub(crate) fn engine(&self) -> anyhow::Result<Engine> {
        let endgame: Arc<dyn Endgame> = match &self.endgame {
            None => endings::for_engine(),
            Some(folder) => Arc::new(endings::open(folder)?),
        };
        Ok(Engine::with_megabytes(0)
            .hash(self.hash)?
            .threads(usize::from(self.threads))
            .evaluation(self.weights.evaluation()?)
            .endgame(Some(endgame)))
    }
}

/// Which evaluation the engine uses.
#[derive(Debug, Default, Args)]
pub(crate) struct Weights {
    /// Weights file to use instead of the built-in network; "hand" is the hand-written evaluation.
    #[arg(long = "weights", value_name = "FILE")]
    file: Option<String>,
}

impl Weights {
    /// The file, or what else the evaluation is called.
    pub(crate) fn name(&self) -> &str {
        self.file.as_deref().unwrap_or("built-in")
    }

    pub(crate) fn evaluation(&self) -> anyhow::Result<Evaluation> {
        Ok(match &self.file {
            Some(name) => Evaluation::named(name)?,
            None => Evaluation::shipped(),
        })
    }
}
