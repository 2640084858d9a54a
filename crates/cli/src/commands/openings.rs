//! `crownhead openings`: the three-move ballots.

use std::io::{self, Write};

use anyhow::bail;
use clap::Args;
use crownhead_engine::{Ballot, BallotStatus, three_move_ballots};
use serde_json::{Value, json};

use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct OpeningsArgs {
    /// A number, or part of a name.
    pub(crate) which: Option<String>,
    /// Print an object of JSON for each ballot, one per line.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &OpeningsArgs) -> anyhow::Result<Exit> {
    let wanted = args.which.as_deref().unwrap_or_default();
    let ballots: Vec<&Ballot> = three_move_ballots().iter().filter(|ballot| fits(ballot, wanted)).collect();
    if ballots.is_empty() {
        bail!("there is no ballot \"{wanted}\"; they are numbered 1 to 174, and some have names");
    }
    let mut out = io::stdout().lock();
    for ballot in ballots {
        if args.json {
            writeln!(out, "{}", json_of(ballot))?;
            continue;
        }
        let status = match ballot.status() {
            BallotStatus::Played => "",
            BallotStatus::FormerlyMail => "  formerly mail play",
            BallotStatus::Barred => "  barred",
        };
        writeln!(out, "{:<44}{status}", ballot.to_string())?;
    }
    Ok(Exit::Success)
}

fn json_of(ballot: &Ballot) -> Value {
    json!({
        "number": ballot.number(),
        "name": ballot.name(),
        "moves": ballot.moves().iter().map(|mv| mv.route_text().to_string()).collect::<Vec<_>>(),
        "fen": ballot.position().to_string(),
        "playable": ballot.is_playable(),
    })
}

fn fits(ballot: &Ballot, wanted: &str) -> bool {
    let name = ballot.name().unwrap_or_default().to_lowercase();
    wanted.is_empty() || ballot.number().to_string() == wanted || {
        wanted.parse::<u16>().is_err() && name.contains(&wanted.to_lowercase())
    }
}
