//! `crownhead pdn filter`, `merge` and `dedupe`: games of files as one file.

use std::collections::HashSet;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use crownhead_board::{Color, Game, Position};
use crownhead_engine::opening_name_of;
use crownhead_pdn::{GameResult, Record, Writer};

use super::{FileArgs, Found, each_game};
use crate::args;
use crate::exit::Exit;
use crate::output::tell;
use crate::words::counted;

/// Which games are wanted. Texts fit in part and in any case.
#[derive(Debug, Args)]
pub(crate) struct FilterArgs {
    #[command(flatten)]
    files: FileArgs,
    /// A player, of either side.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The player of Black.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// The player of White.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// The event.
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// The first year.
    #[arg(long, value_name = "YEAR")]
    from: Option<u16>,
    /// The last year.
    #[arg(long, value_name = "YEAR")]
    to: Option<u16>,
    /// The result.
    #[arg(long, value_enum, value_name = "RESULT")]
    result: Option<Ending>,
    /// The opening, by its name.
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// A position that the game comes through, as FEN.
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// The fewest moves of both sides together.
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,
    /// The most moves of both sides together.
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// Only games whose moves are all legal.
    #[arg(long)]
    legal: bool,
    /// Print the games that do not fit.
    #[arg(long, short = 'v')]
    invert: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ending {
    /// Black has won.
    Black,
    /// White has won.
    White,
    /// Nobody has won.
    Draw,
    /// Both have lost, as when neither came.
    BothLose,
    /// It is not said.
    Unknown,
}

#[derive(Debug, Args)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    files: FileArgs,
    /// Games with the same moves are the same, whoever has played them.
    #[arg(long)]
    by_moves: bool,
}

pub(super) fn filter(args: &FilterArgs) -> anyhow::Result<Exit> {
    let position = args.position.as_deref().map(args::position).transpose()?;
    let mut output = Output::new();
    let exit = each_game(&args.files.files, |found| {
        let fits = args.fits(&found.record, found.game.as_ref().ok(), position.as_ref());
        if fits == args.invert { Ok(()) } else { output.write(&found) }
    })?;
    output.finish(exit)
}

pub(super) fn merge(files: &[PathBuf]) -> anyhow::Result<Exit> {
    let mut output = Output::new();
    let exit = each_game(files, |found| output.write(&found))?;
    output.finish(exit)
}

pub(super) fn dedupe(args: &DedupeArgs) -> anyhow::Result<Exit> {
    let (mut output, mut seen, mut n_dropped) = (Output::new(), HashSet::new(), 0);
    let exit = each_game(&args.files.files, |found| {
        if seen.insert(identity(&found, args.by_moves)) {
            return output.write(&found);
        }
        n_dropped += 1;
        Ok(())
    })?;
    let exit = output.finish(exit)?;
    tell(format_args!("{} left out", counted(n_dropped, "game", "games")));
    Ok(exit)
}

/// What makes a game the same as another: players, start and moves. Comments and spellings of moves do not count.
fn identity(found: &Found<'_>, by_moves: bool) -> String {
    let Found { record, game, .. } = found;
    let moves = match game {
        Ok(game) => {
            let moves: Vec<String> = game.moves().map(|mv| mv.route_text().to_string()).collect();
            format!("{} {}", game.start(), moves.join(" "))
        }
        Err(_) => record.body.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "),
    };
    let name = |color| record.player(color).unwrap_or_default().trim().to_lowercase();
    if by_moves { moves } else { format!("{}|{}|{moves}", name(Color::Black), name(Color::White)) }
}

/// Where games go, one after the other.
struct Output {
    writer: Writer<BufWriter<StdoutLock<'static>>>,
    has_faults: bool,
}

impl Output {
    fn new() -> Output {
        Output { writer: Writer::new(BufWriter::new(io::stdout().lock())), has_faults: false }
    }

    /// Writes a game, also one whose moves are not legal, which is told.
    fn write(&mut self, found: &Found<'_>) -> anyhow::Result<()> {
        if let Err(fault) = &found.game {
            self.has_faults = true;
            tell(fault);
        }
        Ok(self.writer.write(&found.record)?)
    }

    fn finish(self, exit: Exit) -> anyhow::Result<Exit> {
        self.writer.into_inner().flush()?;
        Ok(if self.has_faults { Exit::Faults } else { exit })
    }
}

impl FilterArgs {
    fn fits(&self, record: &Record, game: Option<&Game>, position: Option<&Position>) -> bool {
        self.fits_players(record)
            && has(record.tags.get("Event"), self.event.as_deref())
            && self.fits_year(record)
            && self.result.is_none_or(|wanted| wanted == ending(record))
            && self.fits_length(record, game)
            && (game.is_some() || !self.legal)
            && (self.opening.is_none() || has(opening(record, game), self.opening.as_deref()))
            && position.is_none_or(|wanted| game.is_some_and(|game| game.positions().any(|it| it == wanted)))
    }

    fn fits_players(&self, record: &Record) -> bool {
        let [black, white] = [Color::Black, Color::White].map(|color| record.player(color));
        let player = self.player.as_deref();
        (has(black, player) || has(white, player))
            && has(black, self.black.as_deref())
            && has(white, self.white.as_deref())
    }

    fn fits_year(&self, record: &Record) -> bool {
        if self.from.is_none() && self.to.is_none() {
            return true;
        }
        year(record).is_some_and(|year| {
            self.from.is_none_or(|from| from <= year) && self.to.is_none_or(|to| year <= to)
        })
    }

    fn fits_length(&self, record: &Record, game: Option<&Game>) -> bool {
        let plies = game.map_or_else(|| record.body.moves().count(), |game| game.moves().len());
        self.min_plies.is_none_or(|min| min <= plies) && self.max_plies.is_none_or(|max| plies <= max)
    }
}

/// Is a text there that contains what is wanted?
fn has(text: Option<&str>, wanted: Option<&str>) -> bool {
    wanted.is_none_or(|wanted| text.is_some_and(|text| text.to_lowercase().contains(&wanted.to_lowercase())))
}

fn ending(record: &Record) -> Ending {
    match record.result() {
        Some(GameResult::BlackWins) => Ending::Black,
        Some(GameResult::WhiteWins) => Ending::White,
        Some(GameResult::Draw) => Ending::Draw,
        Some(GameResult::BothLose) => Ending::BothLose,
        None => Ending::Unknown,
    }
}

/// The year of a game, from dates such as `1985.03.07`, `1985-03-07`, `7/3/1985` and `c. 1850`.
pub(super) fn year(record: &Record) -> Option<u16> {
    let date = record.tags.get("Date").or_else(|| record.tags.get("EventDate"))?;
    let mut numbers = date.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    numbers.next()?.parse().ok()
}

/// The opening of a game: by its moves, or else as its tags name it.
pub(super) fn opening<'a>(record: &'a Record, game: Option<&Game>) -> Option<&'a str> {
    game.and_then(opening_name_of).or_else(|| record.tags.get("Opening")).filter(|name| !name.is_empty())
}
