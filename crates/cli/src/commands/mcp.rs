//! `crownhead mcp`: checkers for agents, by the Model Context Protocol.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, ValueEnum};
use crownhead_mcp::{Guests, LocalHall, Profile, router, serve, serve_stdio, tournament_router};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// Which tools are offered.
    #[arg(long, value_enum, default_value_t)]
    profile: ProfileArg,
    /// Listen for clients over HTTP, at /mcp, instead of using standard input and output.
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = crate::args::address)]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    guests: GuestArgs,
}

#[derive(Debug, Default, Args)]
pub(crate) struct GuestArgs {
    /// Host name under which clients may connect, besides localhost.
    #[arg(long = "allow-host", value_name = "HOST")]
    hosts: Vec<String>,
    /// Origin of a web page that may connect [default: none].
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    origins: Vec<String>,
}

impl GuestArgs {
    fn guests(&self) -> Guests {
        Guests { hosts: self.hosts.clone(), origins: self.origins.clone() }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ProfileArg {
    /// What a player needs, without advice.
    #[default]
    Play,
    /// The fewest tools and words, for small models.
    Compact,
    /// Analysis, endgame verdicts and openings too, for any position, but never in rated games.
    Coach,
}

pub(crate) fn run(args: &McpArgs) -> anyhow::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let hall = Arc::new(LocalHall::new());
    let profile = match args.profile {
        ProfileArg::Play => Profile::Play,
        ProfileArg::Compact => Profile::Compact,
        ProfileArg::Coach => Profile::Coach,
    };
    match args.listen {
        None => runtime.block_on(serve_stdio(hall, profile))?,
        Some(address) => {
            let (listener, _) = bind(&runtime, address)?;
            let router = router(hall, profile, &args.guests.guests());
            runtime.block_on(serve(listener, router))?;
        }
    }
    Ok(Exit::Success)
}

/// Listens, and tells where.
fn bind(runtime: &Runtime, address: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = runtime.block_on(TcpListener::bind(address)).with_context(|| address.to_string())?;
    let address = listener.local_addr()?;
    let mut out = io::stdout();
    writeln!(out, "Agents connect to http://{address}/mcp (Ctrl-C stops it)")?;
    out.flush()?;
    Ok((listener, address))
}

/// Lets agents, bots and people into a tournament, and says where. They come as long as the runtime is kept.
pub(crate) fn let_in(
    hall: &LocalHall,
    address: SocketAddr,
    guests: &GuestArgs,
) -> anyhow::Result<(Runtime, SocketAddr)> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let (listener, address) = bind(&runtime, address)?;
    runtime.spawn(serve(listener, tournament_router(hall, &guests.guests(), address.port())));
    Ok((runtime, address))
}
