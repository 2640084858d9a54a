//! `crownhead games`: what a server has kept.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use crownhead_server::old_game_pdn;
use crownhead_store::StudyStore;

use super::serve::StoreArgs;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    #[command(subcommand)]
    pub(crate) command: GamesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// Write the games that an earlier version kept at the server to a PDN file.
    ///
    /// Such games were played against the computer or by two at one board, or were analyses. Today the browser keeps
    /// them. They stay where they are unless you say --delete.
    Export {
        /// File to write, which must not exist yet; - is standard output.
        file: PathBuf,
        /// Delete the games that were written.
        #[arg(long)]
        delete: bool,
        #[command(flatten)]
        store: StoreArgs,
    },
}

pub(crate) fn run(args: &GamesArgs) -> anyhow::Result<Exit> {
    let GamesCommand::Export { file, delete, store } = &args.command;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        store.must_be_there()?;
        let (studies, _) = store.open().await?;
        export(studies.as_ref(), file, *delete).await
    })
}

/// Games that are read at a time.
const PAGE: u32 = 100;

async fn export(store: &dyn StudyStore, file: &Path, delete: bool) -> anyhow::Result<Exit> {
    let n_games = store.n_old_games().await?;
    if n_games == 0 {
        eprintln!("There are no games of an earlier version.");
        return Ok(Exit::Success);
    }
    let mut out = open(file)?;
    let (mut written, mut n_unreadable) = (Vec::new(), 0);
    let mut after = None;
    loop {
        let games = store.old_games(after, PAGE).await?;
        let Some(last) = games.last() else { break };
        after = Some((last.created, last.id.clone()));
        for game in games {
            match old_game_pdn(&game) {
                Ok(text) => {
                    out.write(&text).with_context(|| file.display().to_string())?;
                    written.push((game.id, game.version));
                }
                Err(error) => {
                    n_unreadable += 1;
                    eprintln!("game {} cannot be written: {:#}", game.id, anyhow::Error::from(error));
                }
            }
        }
    }
    // Not before it is on the disk.
    out.finish().with_context(|| file.display().to_string())?;
    eprintln!("{} written to {}", counted(written.len()), file.display());
    if delete {
        for (id, version) in written {
            store.delete_old_game(id, version).await?;
        }
    }
    if n_unreadable > 0 {
        eprintln!("not written, and still where they were: {}", counted(n_unreadable));
        return Ok(Exit::Faults);
    }
    Ok(Exit::Success)
}

/// The number of games.
pub(super) fn counted(n: usize) -> String {
    if n == 1 { "1 game".to_owned() } else { format!("{n} games") }
}

/// Where games are written, with an empty line between two.
struct Out {
    target: Target,
    is_empty: bool,
}

enum Target {
    File(File),
    Standard(io::Stdout),
}

fn open(file: &Path) -> anyhow::Result<Out> {
    let target = match file.to_str() {
        Some("-") => Target::Standard(io::stdout()),
        _ => Target::File(File::create_new(file).with_context(|| file.display().to_string())?),
    };
    Ok(Out { target, is_empty: true })
}

impl Out {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let before = if self.is_empty { "" } else { "\n" };
        self.is_empty = false;
        match &mut self.target {
            Target::File(file) => write!(file, "{before}{text}"),
            Target::Standard(out) => write!(out, "{before}{text}"),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self.target {
            Target::File(file) => file.sync_all(),
            Target::Standard(mut out) => out.flush(),
        }
    }
}
