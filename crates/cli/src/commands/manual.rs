//! Completions and manual pages, from the definition of the command line.

use std::fs;
use std::io;
use std::path::PathBuf;

use anyhow::Context;

use clap::{Args, CommandFactory};

use crate::args::Arguments;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Folder for a page per command [default: print the main page].
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}

pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    clap_complete::generate(args.shell, &mut Arguments::command(), "crownhead", &mut io::stdout());
    Ok(Exit::Success)
}

pub(crate) fn man(args: &ManArgs) -> anyhow::Result<Exit> {
    match &args.dir {
        Some(dir) => {
            fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
            clap_mangen::generate_to(Arguments::command(), dir)
                .with_context(|| format!("cannot write to {}", dir.display()))?;
        }
        None => clap_mangen::Man::new(Arguments::command()).render(&mut io::stdout())?,
    }
    Ok(Exit::Success)
}
