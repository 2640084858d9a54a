//! `crownhead games import`.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use crownhead_collection::{Import, Imported, Index};
use indicatif::{ProgressBar, ProgressStyle};

use super::CollectionArgs;
use crate::exit::Exit;
use crate::output::{self, print_line};
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Game files; without any, those of the collection are read again.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Make a new collection of these files alone.
    #[arg(long, requires = "files")]
    replace: bool,
    #[command(flatten)]
    collection: CollectionArgs,
}

pub(super) fn run(args: &ImportArgs) -> anyhow::Result<Exit> {
    let files = files(args)?;
    if files.is_empty() {
        bail!("there is no collection yet; name game files, as in: crownhead games import games.pdn");
    }
    let path = args.collection.path()?;
    let progress = progress();
    let imported = Import::new(&files).write(&path, |n| progress.set_position(n as u64));
    progress.finish_and_clear();
    let imported = imported.inspect_err(|_| tell_about_old_files(args, &files))?;
    tell(&imported)?;
    print_line(format!("The collection is {}", path.display()))?;
    Ok(if imported.unreadable > 0 { Exit::Faults } else { Exit::Success })
}

/// The files of the collection so far, and the new ones.
fn files(args: &ImportArgs) -> anyhow::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = Vec::new();
    if !args.replace {
        let before = args.collection.open_if_there().context("--replace makes a new collection")?;
        files.extend(before.iter().flat_map(Index::files).map(PathBuf::from));
    }
    for file in &args.files {
        let file = fs::canonicalize(file).with_context(|| file.display().to_string())?;
        if !files.contains(&file) {
            files.push(file);
        }
    }
    Ok(files)
}

fn tell_about_old_files(args: &ImportArgs, files: &[PathBuf]) {
    if files.len() > args.files.len() {
        output::tell(format_args!(
            "The collection is as it was. To leave out files that were imported before, use --replace."
        ));
    }
}

fn progress() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {human_pos} games").expect("our own template is valid");
    let progress = ProgressBar::new_spinner().with_style(style);
    progress.enable_steady_tick(Duration::from_millis(100));
    progress
}

fn tell(imported: &Imported) -> anyhow::Result<()> {
    let Imported { games, positions, unreadable, incomplete, problems } = imported;
    for (file, error) in problems {
        output::tell(error.in_file(file.display()));
    }
    if *unreadable > problems.len() {
        output::tell(format_args!("and {} more", unreadable - problems.len()));
    }
    print_line(format!("{} with {positions} positions", counted(*games, "game", "games")))?;
    if *incomplete > 0 {
        let games = counted(*incomplete, "game has", "games have");
        print_line(format!(
            "{games} moves that are illegal or played by house rules; the moves before them count"
        ))?;
    }
    if *unreadable > 0 {
        print_line(format!("{} could not be read", counted(*unreadable, "game", "games")))?;
    }
    Ok(())
}
