//! Completions and manual pages, from the definition of the command line.

use std::fs;
use std::io;

use anyhow::Context;
use clap::CommandFactory;

use crate::args::{Arguments, CompletionsArgs, ManArgs};
use crate::exit::Exit;

pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    clap_complete::generate(args.shell, &mut Arguments::command(), "crownhead", &mut io::stdout());
    Ok(Exit::Success)
}

pub(crate) fn man(args: &ManArgs) -> anyhow::Result<Exit> {
    match &args.dir {
        Some(dir) => {
            fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
            clap_mangen::generate_to(Arguments::command(), dir)
                .with_context(|| format!("cannot write to {}", dir.display()))?;
        }
        None => clap_mangen::Man::new(Arguments::command()).render(&mut io::stdout())?,
    }
    Ok(Exit::Success)
}
