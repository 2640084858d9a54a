//! `crownhead mcp` in a program that was built without it.

use clap::Args;

use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

pub(crate) fn run(_args: &McpArgs) -> anyhow::Result<Exit> {
    anyhow::bail!(
        "this program was built without the Model Context Protocol; build it with: cargo build --release --bin crownhead"
    )
}
