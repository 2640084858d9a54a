//! `crownhead games old`: what an earlier version kept at the server.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use crownhead_server::old_game_pdn;
use crownhead_store::StudyStore;

use super::out::Out;
use crate::commands::serve::StoreArgs;
use crate::exit::Exit;
use crate::output::tell;
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct OldArgs {
    /// File to write, which must not exist yet; - is standard output.
    file: PathBuf,
    /// Delete the games that were written.
    #[arg(long)]
    delete: bool,
    #[command(flatten)]
    store: StoreArgs,
}

pub(super) fn run(args: &OldArgs) -> anyhow::Result<Exit> {
    let OldArgs { file, delete, store } = args;
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
        tell("There are no games of an earlier version.");
        return Ok(Exit::Success);
    }
    let mut out = Out::create(file)?;
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
                    tell(format_args!(
                        "game {} cannot be written: {:#}",
                        game.id,
                        anyhow::Error::from(error)
                    ));
                }
            }
        }
    }
    // Not before it is on the disk.
    out.finish().with_context(|| file.display().to_string())?;
    tell(format_args!("{} written to {}", counted(written.len(), "game", "games"), file.display()));
    if delete {
        for (id, version) in written {
            store.delete_old_game(id, version).await?;
        }
    }
    if n_unreadable > 0 {
        tell(format_args!(
            "not written, and still where they were: {}",
            counted(n_unreadable, "game", "games")
        ));
        return Ok(Exit::Faults);
    }
    Ok(Exit::Success)
}
