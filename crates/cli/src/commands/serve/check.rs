//! `crownhead serve --check`: what is wrong with a configuration, before anybody finds out.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener};

use crownhead_server::Server;

use super::{LimitsArg, ServeArgs, cluster, collection};
use crate::exit::Exit;

/// What was found.
#[derive(Debug, PartialEq, Eq)]
enum Finding {
    /// It will not work, or is not safe.
    Problem(String),
    /// It works, but might be meant otherwise.
    Advice(String),
    /// Somebody listens on an address.
    Busy(SocketAddr),
}

use Finding::{Advice, Busy, Problem};

/// Tells what is wrong. Nothing is made or changed.
pub(super) async fn run(args: &ServeArgs) -> anyhow::Result<Exit> {
    let mut found = settings(args);
    found.extend(addresses(args));
    found.extend(places(args).await);
    let mut out = io::stdout();
    for finding in &found {
        match finding {
            Problem(text) => writeln!(out, "problem: {text}")?,
            Advice(text) => writeln!(out, "advice: {text}")?,
            Busy(address) => writeln!(out, "advice: {address} is in use, perhaps by this server")?,
        }
    }
    let has_problems = found.iter().any(|finding| matches!(finding, Problem(_)));
    let busy = found.iter().find_map(|finding| match finding {
        Busy(address) => Some(address),
        _ => None,
    });
    match busy {
        _ if has_problems => writeln!(out, "This does not work yet.")?,
        Some(address) => writeln!(out, "This works as soon as {address} is free.")?,
        None => writeln!(out, "This works.")?,
    }
    Ok(if has_problems { Exit::Faults } else { Exit::Success })
}

fn listen(args: &ServeArgs) -> SocketAddr {
    args.listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], Server::PORT)))
}

/// What can be seen without trying anything.
fn settings(args: &ServeArgs) -> Vec<Finding> {
    let is_local = listen(args).ip().is_loopback();
    let (has_name, has_proxy) = (!args.public_host.is_empty(), !args.trusted_proxies.is_empty());
    let mut found = Vec::new();
    if let Some(all) = args.trusted_proxies.iter().find(|network| network.is_everybody()) {
        let text = "so that anybody can pretend to be anybody; name the addresses of the proxies alone";
        found.push(Problem(format!("--trusted-proxies {all} believes everybody, {text}")));
    }
    if is_local && has_name && !has_proxy {
        let text =
            "so that all visitors count as one; if it is on this machine, add --trusted-proxies 127.0.0.1";
        found.push(Problem(format!("--public-host needs a proxy, and none is trusted, {text}")));
    }
    if has_proxy && !has_name {
        let text = "pages at the proxy's name are refused; add --public-host NAME";
        found.push(if is_local { Problem(text.to_owned()) } else { Advice(text.to_owned()) });
    }
    if !is_local && !has_proxy {
        found.push(Advice(
            "whoever reaches this address sees passwords on the way; let a proxy speak HTTPS, and see docs/operations.md"
                .to_owned(),
        ));
    }
    if !is_local && matches!(args.limits, LimitsArg::None) {
        found.push(Advice("--limits none lets one visitor take the server from all others".to_owned()));
    }
    if args.store.tls.is_given() && args.store.database.is_none() {
        found.push(Problem("--tls-ca, --tls-cert and --tls-key are for --database and --bus".to_owned()));
    }
    if args.metrics.is_some_and(|address| !address.ip().is_loopback()) {
        found.push(Advice("the figures at --metrics are for whoever reaches that address".to_owned()));
    }
    found
}

/// Can they be listened on?
fn addresses(args: &ServeArgs) -> Vec<Finding> {
    let mut found = Vec::new();
    for address in [Some(listen(args)), args.metrics].into_iter().flatten() {
        match TcpListener::bind(address) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                found.push(Busy(address));
            }
            Err(error) => found.push(Problem(format!("cannot listen on {address}: {error}"))),
        }
    }
    if args.metrics == Some(listen(args)) {
        found.push(Problem("--metrics needs an address of its own".to_owned()));
    }
    found
}

/// Are files, databases and other servers there?
async fn places(args: &ServeArgs) -> Vec<Finding> {
    let mut found = Vec::new();
    match &args.store.database {
        Some(address) => {
            if let Err(error) = cluster::reach(address, &args.store.tls).await {
                found.push(Problem(format!("{error:#}")));
            }
        }
        None => found.extend(games_file(args)),
    }
    if let Some(address) = &args.bus
        && let Err(error) = cluster::reach_bus(address, &args.store.tls).await
    {
        found.push(Problem(format!("{error:#}")));
    }
    if let Some(folder) = args.arena.as_ref().filter(|folder| !folder.is_dir()) {
        found.push(Problem(format!("--arena: {} is not a folder", folder.display())));
    }
    if let Some(Err(error)) = args.collection.as_deref().map(collection::open) {
        found.push(Problem(format!("--collection: {error:#}")));
    }
    found
}

fn games_file(args: &ServeArgs) -> Option<Finding> {
    let path = match args.store.path() {
        Ok(path) => path,
        Err(error) => return Some(Problem(format!("{error:#}"))),
    };
    let problem = |text: String| Some(Problem(format!("--games {}: {text}", path.display())));
    if path.is_dir() {
        return problem("this is a folder; name a file in it, such as games.db".to_owned());
    }
    if path.exists() {
        return match OpenOptions::new().read(true).write(true).open(&path) {
            Err(error) => problem(error.to_string()),
            Ok(file) if !is_database(&file) => problem(
                "this is not a database of games; name another file, which is made if it is not there"
                    .to_owned(),
            ),
            Ok(_) => None,
        };
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => problem(format!("there is no folder {}", folder.display())),
        None => None,
    }
}

/// Does it begin as a file of SQLite does? One that is empty becomes one.
fn is_database(file: &File) -> bool {
    let mut head = Vec::new();
    let read = file.take(16).read_to_end(&mut head);
    read.is_ok() && (head.is_empty() || head == b"SQLite format 3\0")
}
