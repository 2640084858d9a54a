//! `crownhead serve` in a program that was built without the server.

use clap::Args;

use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

pub(crate) fn run(_args: &ServeArgs) -> anyhow::Result<Exit> {
    anyhow::bail!(
        "this program was built without its server; build it with: cargo build --release --bin crownhead"
    )
}
