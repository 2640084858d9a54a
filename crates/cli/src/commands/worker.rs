//! `crownhead worker`: analyzes for servers on other machines.

use std::sync::Arc;
use std::thread;

use clap::Args;
use crownhead_bus::{NatsBus, WorkQueue};
use crownhead_server::Worker;

use super::cluster::{ANALYSIS, reach_bus};
use super::serve::stopped;
use super::tls::TlsArgs;
use crate::args;
use crate::endings;
use crate::exit::Exit;
use crate::log::LogArgs;
use crate::output::{print_line, tell};
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    /// NATS server that hands out the work; separate several with commas.
    #[arg(long, value_name = "nats://HOST:PORT", value_parser = args::bus)]
    bus: String,
    #[command(flatten)]
    tls: TlsArgs,
    /// Number of engine threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Size of the engine's transposition table in megabytes.
    #[arg(long, default_value_t = 256, value_name = "MB", value_parser = args::megabytes)]
    hash: usize,
    #[command(flatten)]
    log: LogArgs,
}

pub(crate) fn run(args: &WorkerArgs) -> anyhow::Result<Exit> {
    args.log.start()?;
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(processors, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        if let Err(error) = reach_bus(&args.bus, &args.tls).await {
            tell(format_args!("{error:#}; waiting for it"));
        }
        let bus = NatsBus::connect(&args.bus, "crownhead worker", Some(args.tls.config()?)).await?;
        let queue = WorkQueue::new(&bus, ANALYSIS);
        let worker = Worker::new(Arc::new(bus), queue, endings::known(), threads, args.hash);
        let threads_text = counted(threads, "thread", "threads");
        // The address may hold a password, which has no business on a screen.
        print_line(format_args!("waiting for questions with {threads_text} (Ctrl-C stops it)"))?;
        worker.run(stopped()).await;
        Ok(Exit::Success)
    })
}
