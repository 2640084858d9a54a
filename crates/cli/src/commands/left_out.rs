//! What this build leaves out, and how to build a program that has it.

use clap::Args;

/// The arguments of a command that is left out: any.
#[derive(Debug, Args)]
pub(crate) struct AnyArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Refuses a command or an option that needs `what`.
pub(crate) fn refuse<T>(what: &str) -> anyhow::Result<T> {
    anyhow::bail!(
        "this program was built without {what}; build all of it with: cargo build --release --bin crownhead"
    )
}
