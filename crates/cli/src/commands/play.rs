//! `crownhead play`: a game on the screen, or line by line where there is no screen.

use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use clap::Args;
use crownhead_board::{Color, Rules};
use crownhead_engine::Strength;
use crownhead_study::{Appearance, Style};
use crownhead_tui::{
    Colors, GameOptions, Input, Look, Opening, PlainOptions, ScreenOptions, Seat, Settings, Visit,
    local_clock, parse_opening, run_lines, run_online_lines, run_online_screen, run_screen, seat_of,
};
use serde::Deserialize;

use super::analyze::is_readable;
use super::online;
use crate::args::{self, BoardArgs, ColorWhen, TurnArgs};
use crate::exit::Exit;
use crate::style::{self, paint};
use crate::{config, endings, log};

/// The settings of a game. Each flag is also a key of the configuration file; flags take precedence.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct PlayArgs {
    /// A position to start from, as FEN, or a game file to look at.
    #[arg(value_name = "FEN|FILE")]
    pub(crate) start: Option<String>,
    /// Play against the computer at this level: 1 to 10, or full.
    #[arg(long, value_name = "N", value_parser = levels(&[]), hide_possible_values = true)]
    #[serde(default, deserialize_with = "config::text")]
    pub(crate) level: Option<String>,
    /// The side you play against the computer: black, white, or what it is called [default: the one that moves first].
    #[arg(long, value_name = "SIDE", value_parser = sides(), hide_possible_values = true)]
    pub(crate) side: Option<String>,
    /// Who plays Black: person, a level from 1 to 10, or full.
    #[arg(long, value_name = "WHO", value_parser = levels(&["person"]), hide_possible_values = true)]
    #[serde(default, deserialize_with = "config::text")]
    pub(crate) black: Option<String>,
    /// Who plays White: person, a level from 1 to 10, or full.
    #[arg(long, value_name = "WHO", value_parser = levels(&["person"]), hide_possible_values = true)]
    #[serde(default, deserialize_with = "config::text")]
    pub(crate) white: Option<String>,
    /// Clock: minutes for each side and seconds added after each move, as in 5+3.
    #[arg(long, value_name = "MIN+SEC")]
    #[serde(default, deserialize_with = "config::text")]
    pub(crate) clock: Option<String>,
    /// Start from a three-move ballot: its number, part of its name, or random.
    #[arg(long, value_name = "BALLOT", value_parser = args::one_of::<String>(["random"]), hide_possible_values = true)]
    #[serde(default, deserialize_with = "config::text")]
    pub(crate) ballot: Option<String>,
    /// The rules: official, free-stop, crown-and-go, single-jump, casual, relay, or settings such
    /// as chain=may-stop,capture=optional.
    #[arg(long, value_name = "RULES", value_parser = args::rule_names(), hide_possible_values = true)]
    pub(crate) rules: Option<String>,
    /// Rules, names, pieces, board and moves as a classic program had them: official, masks, letters, coordinates,
    /// indices or list. The options that follow change a part of it.
    #[arg(long, value_name = "STYLE", value_parser = args::style_names(), hide_possible_values = true)]
    pub(crate) style: Option<String>,
    /// Who moves first: black, white, or what the side is called.
    #[arg(long, value_name = "SIDE", value_parser = sides(), hide_possible_values = true)]
    pub(crate) first: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) turn: TurnArgs,
    /// Seconds the computer thinks for a move at full strength without a clock.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = number_of_seconds)]
    pub(crate) think: Option<f64>,
    /// Number of engine threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Size of the engine's transposition table in megabytes.
    #[arg(long, value_name = "MB", value_parser = args::megabytes)]
    pub(crate) hash: Option<usize>,
    /// Number of lines an analysis shows.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10))]
    pub(crate) lines: Option<u16>,
    /// Seed for random choices; the same seed makes the same choices.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Play line by line instead of full screen; the default without a terminal.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES")]
    pub(crate) plain: Option<bool>,
    /// Play line by line, with each answer as a line of JSON.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES")]
    pub(crate) json: Option<bool>,
    /// Use ASCII characters only.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES")]
    pub(crate) ascii: Option<bool>,
    /// Do not use the mouse.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES")]
    pub(crate) no_mouse: Option<bool>,
    /// Do not save an unfinished game for next time.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "YES")]
    pub(crate) no_keep: Option<bool>,
    /// Play people on a server such as http://127.0.0.1:8340, as a guest or with your last session there. The link
    /// of a challenge or a game opens it.
    #[arg(long, value_name = "URL")]
    pub(crate) online: Option<String>,
    /// Log in to this account on the server; you are asked for the password.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Use the session token in this file, which only you may be able to read.
    #[arg(long, value_name = "FILE")]
    pub(crate) token: Option<PathBuf>,
    /// Write a log to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Configuration file [default: config.toml in your configuration directory].
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) config: Option<PathBuf>,
    /// When to use colors, as the configuration has it; the flag belongs to all commands.
    #[arg(skip)]
    pub(crate) color: Option<ColorWhen>,
}

/// Reads the name of a side, to be understood later.
fn sides() -> args::Named<String> {
    args::one_of(["black", "white"])
}

/// Reads a number of seconds, to be judged with that of the configuration.
fn number_of_seconds(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "a time is a number of seconds, as in 0.5".to_owned())
}

/// Reads the name of a player, to be understood later; shells complete these names, the levels, and full.
fn levels(others: &[&'static str]) -> args::Named<String> {
    const LEVELS: [&str; 11] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "full"];
    args::one_of(others.iter().copied().chain(LEVELS))
}

pub(crate) fn run(args: &PlayArgs, color: ColorWhen) -> anyhow::Result<Exit> {
    let configured = config::read(args.config.as_deref())?;
    // Who names a style wants to play in it at once, as those programs did.
    let wants_game = args.style.is_some();
    let args = args.clone().or(configured);
    if let Some(file) = &args.log {
        log::to_file(file, log::LogFormat::default())?;
    }
    let color = if color == ColorWhen::Auto { args.color.unwrap_or_default() } else { color };
    color.apply();
    let visit = online::visit(&args)?;
    if args.is_plain() { play_lines(&args, visit) } else { play_screen(&args, wants_game, color, visit) }
}

impl PlayArgs {
    /// These settings, completed by those of the configuration.
    fn or(self, other: PlayArgs) -> PlayArgs {
        macro_rules! either {
            ($($field:ident),*) => {
                PlayArgs {
                    board: self.board.or(other.board),
                    turn: self.turn.or(other.turn),
                    $($field: self.$field.or(other.$field)),*
                }
            };
        }
        either!(
            start, level, side, black, white, clock, ballot, rules, style, first, think, threads, hash,
            lines, seed, plain, json, ascii, no_mouse, no_keep, online, name, token, log, config, color
        )
    }

    fn is_plain(&self) -> bool {
        let has_screen = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb();
        self.plain == Some(true) || self.json == Some(true) || !has_screen
    }

    /// Is the choice of game left to the start screen?
    fn is_open(&self) -> bool {
        [&self.start, &self.level, &self.black, &self.white, &self.ballot, &self.clock]
            .iter()
            .all(|text| text.is_none())
            && self.side.is_none()
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let defaults = Settings::default();
        let think = self.think.map(|think| args::seconds(&think.to_string()).map_err(anyhow::Error::msg));
        let think = think.transpose().context("--think")?;
        Ok(Settings {
            appearance: self.appearance()?,
            think: think.unwrap_or(defaults.think),
            threads: self.threads.map_or(cores, usize::from),
            hash: self.hash.unwrap_or(defaults.hash),
            lines: self.lines.map_or(defaults.lines, usize::from),
            seed: self.seed.unwrap_or_else(another_seed),
            ..defaults
        })
    }

    fn game(&self) -> anyhow::Result<GameOptions> {
        let style = self.style()?;
        let rules = parsed::<Rules>("--rules", self.rules.as_deref())?.unwrap_or(style.rules);
        let ballot = self.ballot.as_deref().map(parse_opening).transpose().context("--ballot")?;
        let position = match self.start.as_deref().filter(|_| self.file().is_none()) {
            Some(fen) => Some(Opening::Fen { fen: args::position(fen)? }),
            None => None,
        };
        if position.is_some() && ballot.is_some() {
            bail!("a game starts from a position or from a ballot, not from both");
        }
        Ok(GameOptions {
            seats: self.seats()?,
            rules,
            first: self.first()?,
            opening: position.or(ballot).unwrap_or_default(),
            clock: self.clock.as_deref().map(local_clock).transpose().context("--clock")?,
        })
    }

    fn appearance(&self) -> anyhow::Result<Appearance> {
        Ok(self.turn.apply(self.board.apply(self.style()?.appearance)?)?)
    }

    /// The side that moves first in a game that begins freely.
    fn first(&self) -> anyhow::Result<Color> {
        Ok(self.side_of("--first", self.first.as_deref())?.unwrap_or(self.style()?.first))
    }

    /// The side that a flag names.
    fn side_of(&self, flag: &'static str, word: Option<&str>) -> anyhow::Result<Option<Color>> {
        let Some(word) = word else { return Ok(None) };
        let names = self.appearance()?.names;
        let [black, white] = Color::ALL.map(|color| names.of(color));
        let side = names.side(word);
        side.map(Some).with_context(|| format!("{flag}: there is no side \"{word}\"; say {black} or {white}"))
    }

    fn style(&self) -> anyhow::Result<Style> {
        Ok(parsed("--style", self.style.as_deref())?.unwrap_or_default())
    }

    fn seats(&self) -> anyhow::Result<[Seat; 2]> {
        let mut seats = [Seat::Person; 2];
        let strength = parsed::<Strength>("--level", self.level.as_deref())?;
        let side = self.side_of("--side", self.side.as_deref())?;
        let you = side.unwrap_or(self.first()?);
        if let Some(strength) = strength.or(side.map(|_| Strength::for_beginners())) {
            seats[!you as usize] = seat_of(strength);
        }
        for (flag, text, word) in [("--black", &self.black, "black"), ("--white", &self.white, "white")] {
            let side = self.side_of(flag, Some(word))?;
            if let Some((side, seat)) = side.zip(parsed(flag, text.as_deref())?) {
                seats[side as usize] = seat;
            }
        }
        Ok(seats)
    }

    /// The game file to look at.
    fn file(&self) -> Option<PathBuf> {
        self.start.as_deref().map(Path::new).filter(|path| is_readable(path)).map(Path::to_owned)
    }

    /// The folder for games that are not finished.
    fn kept_in(&self) -> Option<PathBuf> {
        let is_kept = self.no_keep != Some(true);
        is_kept.then(config::own_data).flatten().map(|folder| folder.join("running"))
    }
}

/// The value of an option, which an error names.
fn parsed<T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    flag: &'static str,
    text: Option<&str>,
) -> anyhow::Result<Option<T>> {
    text.map(str::parse).transpose().context(flag)
}

/// A different game every time.
fn another_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}

fn play_lines(args: &PlayArgs, visit: Option<Visit>) -> anyhow::Result<Exit> {
    let is_typed = io::stdin().is_terminal();
    let mut game = args.game()?;
    if is_typed && args.is_open() && args.style.is_none() && args.json != Some(true) {
        game.seats = against_beginners(game.first);
    }
    let options = PlainOptions {
        settings: Settings { numbered: true, ..args.settings()? },
        game,
        file: args.file(),
        json: args.json == Some(true),
        echo: !is_typed,
        // A script has no unfinished game to come back to.
        kept_in: args.kept_in().filter(|_| is_typed),
        database: endings::known(),
        // What is written above a line that is being typed does not pass through what takes colors away.
        paint: match anstream::AutoStream::choice(&io::stdout()) {
            anstream::ColorChoice::Never => |_, _, text| text.to_owned(),
            _ => |theme, tint, text| paint(style::of_piece(theme, tint), text),
        },
    };
    // Programs read and write lines of JSON, and what is not a terminal has nothing to edit them with.
    let is_edited = is_typed && io::stdout().is_terminal() && !is_dumb() && !options.json;
    let input = match is_edited {
        true => Input::keyboard()?,
        false => Input::text(BufReader::new(io::stdin())),
    };
    let mut out = anstream::stdout().lock();
    match visit {
        None => run_lines(options, input, &mut out)?,
        Some(visit) => run_online_lines(options, visit, input, &mut out, online::ask_password)?,
    }
    Ok(Exit::Success)
}

/// Most people who are alone at the keyboard want to play the computer.
fn against_beginners(you: Color) -> [Seat; 2] {
    let mut seats = [seat_of(Strength::for_beginners()); 2];
    seats[you as usize] = Seat::Person;
    seats
}

/// Can the terminal do nothing but show lines?
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb" || term.is_empty())
}

fn play_screen(
    args: &PlayArgs,
    wants_game: bool,
    color: ColorWhen,
    visit: Option<Visit>,
) -> anyhow::Result<Exit> {
    let mut game = args.game()?;
    let ask = args.is_open() && !wants_game;
    if ask {
        game.seats = against_beginners(game.first);
    }
    let options = ScreenOptions {
        settings: Settings { paced: true, ..args.settings()? },
        game,
        ask,
        file: args.file(),
        look: look(args, color),
        mouse: args.no_mouse != Some(true),
        kept_in: args.kept_in(),
        database: endings::known(),
    };
    match visit {
        None => run_screen(options)?,
        Some(visit) => run_online_screen(options, visit)?,
    }
    Ok(Exit::Success)
}

/// The colors and characters the terminal says it supports.
fn look(args: &PlayArgs, color: ColorWhen) -> Look {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let term = variable("TERM");
    let announces_many =
        ["truecolor", "24bit"].contains(&variable("COLORTERM").as_str()) || term.contains("256");
    let refuses = color == ColorWhen::Never || color == ColorWhen::Auto && !variable("NO_COLOR").is_empty();
    if color == ColorWhen::Always {
        crownhead_tui::force_colors();
    }
    let colors = match (refuses, announces_many) {
        (true, _) => Colors::None,
        (false, true) => Colors::Many,
        (false, false) => Colors::Sixteen,
    };
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).into_iter().find(|value| !value.is_empty());
    let is_unicode = locale.is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"));
    Look { colors, ascii: args.ascii.unwrap_or(term == "linux" || !is_unicode) }
}
