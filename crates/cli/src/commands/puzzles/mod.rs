//! `crownhead puzzles`: puzzles to solve, made and audited.

mod audit;
mod levels;
mod make;
mod solve;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use crownhead_endgame::Database;
use crownhead_puzzles::{Filter, Puzzles, Theme};

use self::audit::AuditArgs;
use self::levels::LevelsArgs;
use self::make::MakeArgs;
use self::solve::SolveArgs;
use crate::endings;
use crate::exit::Exit;
use crate::output::print_line;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    pub(crate) command: Option<PuzzlesCommand>,
    #[command(flatten)]
    solve: SolveArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Find puzzles in games of our levels, or in game files.
    ///
    /// A puzzle follows a mistake, and each of its moves is the only one that wins, or draws. That is proved by the endgame
    /// databases, or by a search that ends in them; what cannot be proved is left out.
    Make(MakeArgs),
    /// Decide puzzles again, by other means than those that found them.
    Audit(AuditArgs),
    /// Let levels that did not rate the puzzles try them, and compare.
    Levels(LevelsArgs),
    /// List the themes, with the number of puzzles of each.
    Themes(ThemesArgs),
}

/// Which file of puzzles.
#[derive(Debug, Args)]
pub(crate) struct SourceArgs {
    /// A file of puzzles in place of those that come with the program.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl SourceArgs {
    fn puzzles(&self) -> anyhow::Result<Puzzles> {
        self.file.as_deref().map_or_else(|| Ok(Puzzles::shipped().clone()), read_puzzles)
    }
}

#[derive(Debug, Args)]
pub(crate) struct ThemesArgs {
    #[command(flatten)]
    source: SourceArgs,
}

pub(crate) fn run(args: &PuzzlesArgs) -> anyhow::Result<Exit> {
    match &args.command {
        Some(PuzzlesCommand::Make(args)) => make::run(args),
        Some(PuzzlesCommand::Audit(args)) => audit::run(args),
        Some(PuzzlesCommand::Levels(args)) => levels::run(args),
        Some(PuzzlesCommand::Themes(args)) => themes(args),
        None => solve::run(&args.solve),
    }
}

fn themes(args: &ThemesArgs) -> anyhow::Result<Exit> {
    let puzzles = args.source.puzzles()?;
    for theme in Theme::ALL {
        let wanted = Filter { all: [*theme].into_iter().collect(), ..Filter::default() };
        print_line(format_args!(
            "{:<20}{:>6}  {}",
            theme.name(),
            puzzles.find(wanted).count(),
            theme.about()
        ))?;
    }
    Ok(Exit::Success)
}

fn read_puzzles(path: &Path) -> anyhow::Result<Puzzles> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    Puzzles::from_bytes(&bytes).with_context(|| path.display().to_string())
}

/// The user's own databases, or those of a folder.
fn database(folder: Option<&Path>) -> anyhow::Result<Database> {
    match folder
        .map(Path::to_owned)
        .or_else(endings::own_folder)
        .filter(|path| folder.is_some() || path.exists())
    {
        Some(folder) => Ok(endings::open(&folder)?),
        None => Ok(Database::with_shipped()),
    }
}
