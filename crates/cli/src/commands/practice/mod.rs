//! `crownhead practice`: named endings, to win or to hold against a perfect defender.

mod record;
mod session;

use std::io::{self, BufReader};

use anyhow::{Context, bail};
use clap::Args;
use crownhead_board::Position;
use crownhead_endgame::{Database, Material};
use crownhead_practice::{Aim, Ending};
use crownhead_wire::EndingInfo;
use serde::Serialize;

use self::record::{Reached, Record};
use self::session::{Options, Session};
use super::endgame::Folder;
use crate::args::{self, BoardArgs};
use crate::exit::Exit;
use crate::output::{print, print_line, tell};
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct PracticeArgs {
    /// The ending: its name, a part of it, or its number in the list. Without one all are listed, with what you have reached.
    #[arg(value_parser = args::one_of::<String>(Ending::ALL.iter().map(|ending| ending.id)), hide_possible_values = true)]
    pub(crate) ending: Option<String>,
    /// Begin with another position of the ending: the same one for the same number [default: its usual position].
    #[arg(long, value_name = "N", requires = "ending")]
    pub(crate) seed: Option<u64>,
    /// Show after each move how far the end is.
    #[arg(long)]
    pub(crate) distance: bool,
    /// Do not keep what is reached.
    #[arg(long)]
    pub(crate) no_keep: bool,
    /// Print objects of JSON, one per line.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) board: BoardArgs,
}

pub(crate) fn run(args: &PracticeArgs) -> anyhow::Result<Exit> {
    let record = if args.no_keep { Record::unkept() } else { Record::own() };
    let Some(name) = args.ending.as_deref() else {
        return list(&record, args.json);
    };
    let ending = find(name)?;
    let built;
    let database = if ending.n_pieces() <= usize::from(Database::shipped().max_pieces()) {
        Database::shipped()
    } else {
        built = database_for(ending)?;
        &built
    };
    let options = Options {
        appearance: args.board.apply(Default::default())?,
        seed: args.seed,
        shows_distance: args.distance,
        is_json: args.json,
        echo: !io::IsTerminal::is_terminal(&io::stdin()),
    };
    let mut out = anstream::stdout().lock();
    let session = Session::new(ending, database, record, options, &mut out)?;
    session.run(BufReader::new(io::stdin()))?;
    Ok(Exit::Success)
}

/// The ending that is meant: by its name, by its number, or by a part of its name or title that no other has.
fn find(name: &str) -> anyhow::Result<&'static Ending> {
    if let Some(ending) = Ending::named(name) {
        return Ok(ending);
    }
    let n_endings = Ending::ALL.len();
    if let Ok(number) = name.parse::<usize>() {
        let ending = number.checked_sub(1).and_then(|index| Ending::ALL.get(index));
        return ending
            .with_context(|| format!("there is no ending {number}; they are numbered 1 to {n_endings}"));
    }
    let wanted = name.to_lowercase();
    let has_part = |ending: &&Ending| {
        ending.id.contains(&wanted.replace(' ', "-")) || ending.title.to_lowercase().contains(&wanted)
    };
    let found: Vec<&Ending> = Ending::ALL.iter().filter(has_part).collect();
    match found.as_slice() {
        [ending] => Ok(ending),
        [] => bail!("there is no ending \"{name}\"; crownhead practice lists all {n_endings}"),
        several => {
            let ids: Vec<&str> = several.iter().map(|ending| ending.id).collect();
            bail!("\"{name}\" may be {}; name one of them", ids.join(", "))
        }
    }
}

/// The database for an ending that is not built in. Endings of five pieces are built when they are needed first.
fn database_for(ending: &Ending) -> anyhow::Result<Database> {
    let pos = ending.example();
    let database = Folder::new(None)?.database_for(&pos)?;
    let Some(verdict) = database.verdict(&pos)? else {
        bail!(
            "{} has {} pieces, and the databases for them are not there; to build them, once: {}",
            ending.title,
            ending.n_pieces(),
            how_to_build(&pos, ending.n_pieces() <= 6)
        );
    };
    if ending.goal.aim == Aim::Win && verdict.plies.is_none() {
        tell(format_args!(
            "note: how far the end is, is not known here, so the defence is not the longest; to build that too: {}",
            how_to_build(&pos, true)
        ));
    }
    Ok(database)
}

/// The command that builds what a position needs. Distances of seven pieces take more memory than many machines have.
fn how_to_build(pos: &Position, with_distances: bool) -> String {
    let material = Material::of(pos);
    let distance = if with_distances { " --distance" } else { "" };
    format!("crownhead endgame build --material {}{distance}", material.max(material.flip()))
}

/// A line of the list for programs.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    ending: EndingInfo,
    #[serde(flatten)]
    reached: Reached,
}

fn list(record: &Record, json: bool) -> anyhow::Result<Exit> {
    if json {
        for ending in Ending::ALL {
            let listed = Listed { ending: ending.into(), reached: record.of(ending.id) };
            print_line(serde_json::to_string(&listed)?)?;
        }
        return Ok(Exit::Success);
    }
    let mut text = String::new();
    let mut n_pieces = 0;
    for (number, ending) in (1..).zip(Ending::ALL) {
        if ending.n_pieces() != n_pieces {
            n_pieces = ending.n_pieces();
            text.push_str(&format!("{}\n", heading(n_pieces)));
        }
        let line = format!(
            "{number:>4}  {:<27} {:<15} {}",
            ending.id,
            ending.goal.to_string(),
            in_words(ending, record.of(ending.id))
        );
        text.push_str(&format!("{}\n", line.trim_end()));
    }
    print(&text)?;
    tell("To practice one: crownhead practice NAME");
    Ok(Exit::Success)
}

fn heading(n_pieces: usize) -> String {
    let where_from = match n_pieces {
        0..=4 => "",
        5 => ", built when you first need them",
        _ => ", with databases that you build yourself",
    };
    format!("{n_pieces} pieces{where_from}")
}

/// What was reached so far.
fn in_words(ending: &Ending, Reached { tried, reached, alone }: Reached) -> String {
    let done = if ending.goal.aim == Aim::Win { "won" } else { "held" };
    match tried {
        0 => String::new(),
        _ => format!("{done} {reached} of {}, {alone} without help", counted(tried, "try", "tries")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_found_by_names_numbers_and_parts() {
        let id = |name: &str| find(name).map(|ending| ending.id).map_err(|error| error.to_string());
        assert_eq!(id("first-position"), Ok("first-position"));
        assert_eq!(id("1"), Ok(Ending::ALL[0].id));
        assert_eq!(id("First Position Held"), Ok("first-position-held"));
        assert_eq!(id("roger"), Ok("rogers-draw"));
        assert!(id("payne").unwrap_err().contains("payne-single-corner, payne-double-corner"));
        assert!(id("0").unwrap_err().contains("numbered 1 to"));
        assert!(id("chess").unwrap_err().contains("there is no ending \"chess\""));
    }

    #[test]
    fn lines_of_the_list_fit_a_terminal() {
        let most = Reached { tried: 9999, reached: 9999, alone: 9999 };
        for ending in Ending::ALL {
            assert!(51 + in_words(ending, most).len() <= 100, "{}", ending.id);
            assert!(ending.id.len() <= 27, "{}", ending.id);
        }
    }
}
