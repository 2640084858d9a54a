//! `crownhead arena`: tournaments of engines, language models and agents.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use crownhead_arena::openings::Openings;
use crownhead_arena::tournament::{
    Agents, GameRecord, Resources, Row, Saved, Scoreboard, Tournament, TournamentError, TournamentFile,
};
use indicatif::ProgressBar;

use crate::commands::matches::{progress_bar, tell};
use crate::endings;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    command: ArenaCommand,
}

#[derive(Debug, Subcommand)]
enum ArenaCommand {
    /// Play a tournament, or continue one that was interrupted.
    Run(RunArgs),
    /// Show the standings of a tournament, finished or not.
    Table(TableArgs),
    /// Write the report and the games of a tournament into its folder.
    Report(ReportArgs),
    /// Print the prompts for chat models, as a start for your own.
    #[cfg(feature = "chat")]
    Prompt,
    /// Run a mock chat model endpoint on this machine, to try a tournament without real models.
    ///
    /// Models are named after what they do: random, level-1 to level-10, clumsy, illegal, truncated, busy, broken, locked, hanging,
    /// huge, binary, hostile.
    #[cfg(feature = "chat")]
    Mock(MockArgs),
}

#[derive(Debug, Args)]
struct RunArgs {
    /// The tournament, in TOML: see docs/arena.md.
    file: PathBuf,
    /// Folder for everything about it [default: the file's name without its extension].
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Number of games played at once, instead of what the file says.
    #[arg(long, value_name = "N", value_parser = crate::args::count)]
    concurrency: Option<usize>,
    /// Listen here for the players "mcp" (at /mcp), "http" (the bot API) and "person" (a page with a board).
    #[cfg(feature = "mcp")]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<std::net::SocketAddr>,
    #[cfg(feature = "mcp")]
    #[command(flatten)]
    guests: crate::commands::mcp::GuestArgs,
}

#[derive(Debug, Args)]
struct TableArgs {
    /// The folder of the tournament.
    dir: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct ReportArgs {
    /// The folder of the tournament.
    dir: PathBuf,
}

#[cfg(feature = "chat")]
#[derive(Debug, Args)]
struct MockArgs {
    /// Address to listen on.
    #[arg(long, default_value = "127.0.0.1:8341", value_name = "ADDRESS:PORT", value_parser = crate::args::address)]
    listen: std::net::SocketAddr,
    /// Seconds each answer takes.
    #[arg(long, default_value = "0", value_name = "SECONDS", value_parser = crate::args::seconds)]
    delay: std::time::Duration,
}

pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<Exit> {
    match &args.command {
        ArenaCommand::Run(args) => play(args),
        ArenaCommand::Table(args) => table(args),
        ArenaCommand::Report(args) => {
            Saved::read(&args.dir)?.write_report(&args.dir)?;
            Ok(Exit::Success)
        }
        #[cfg(feature = "chat")]
        ArenaCommand::Prompt => {
            write!(io::stdout(), "{}", crownhead_arena::chat::Prompt::shipped_toml())?;
            Ok(Exit::Success)
        }
        #[cfg(feature = "chat")]
        ArenaCommand::Mock(args) => mock(args),
    }
}

fn play(args: &RunArgs) -> anyhow::Result<Exit> {
    let tournament = read_tournament(&args.file, args.concurrency)?;
    let folder = args.dir.clone().unwrap_or_else(|| args.file.with_extension(""));
    anyhow::ensure!(
        folder != args.file,
        "{} has no extension; name the folder of the tournament with --dir FOLDER",
        folder.display()
    );
    let saved = Saved::read(&folder).ok();
    let done = saved.as_ref().map_or(0, |saved| saved.records.len());
    let bar = progress_bar(tournament.n_games(saved.as_ref()), done);
    let agents = Reception::open(args, &tournament)?;
    let endgame = endings::for_engine();
    let resources = Resources { endgame: Some(&endgame), agents: agents.hall() };
    let names = tournament.names().to_vec();
    let played = tournament.run(&folder, resources, |record, records| report(&bar, &names, record, records));
    bar.finish_and_clear();
    let scoreboard = played?;
    Saved::read(&folder)?.write_report(&folder)?;
    print_table(&scoreboard)?;
    writeln!(io::stdout(), "Report: {}", folder.join("report.html").display())?;
    let is_clean = scoreboard.n_voids == 0 && scoreboard.rows.iter().all(|row| row.forfeits == 0);
    Ok(if is_clean { Exit::Success } else { Exit::Faults })
}

/// Where agents connect, if there are any.
struct Reception {
    #[cfg(feature = "mcp")]
    open: Option<(crownhead_mcp::LocalHall, tokio::runtime::Runtime)>,
}

#[cfg(feature = "mcp")]
impl Reception {
    /// Lets agents in, and prints the invitation of each.
    fn open(args: &RunArgs, tournament: &Tournament) -> anyhow::Result<Reception> {
        let Some(address) = args.listen else { return Ok(Reception { open: None }) };
        let names = tournament.agents();
        let (hall, invitations) = crownhead_mcp::LocalHall::for_tournament(&names, tournament.policy())?;
        let (runtime, address) = crate::commands::mcp::let_in(&hall, address, &args.guests)?;
        let people = tournament.people();
        let mut out = io::stdout();
        for (name, invitation) in names.iter().zip(invitations) {
            if people.contains(name) {
                writeln!(out, "{name} plays at http://{address}/play#{invitation}")?;
            } else {
                writeln!(out, "Invitation for {name}: {invitation}")?;
            }
        }
        out.flush()?;
        Ok(Reception { open: Some((hall, runtime)) })
    }

    fn hall(&self) -> Option<&dyn Agents> {
        self.open.as_ref().map(|(hall, _)| hall as &dyn Agents)
    }
}

#[cfg(not(feature = "mcp"))]
impl Reception {
    fn open(_args: &RunArgs, _tournament: &Tournament) -> anyhow::Result<Reception> {
        Ok(Reception {})
    }

    fn hall(&self) -> Option<&dyn Agents> {
        None
    }
}

fn read_tournament(path: &Path, concurrency: Option<usize>) -> anyhow::Result<Tournament> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    let mut file = TournamentFile::from_toml(&text).with_context(name)?;
    file.concurrency = concurrency.unwrap_or(file.concurrency).max(1);
    // Files that it names are beside it.
    let beside = |name: &str| path.parent().unwrap_or(Path::new("")).join(name);
    let openings = read_openings(&file.openings, &beside(&file.openings), file.seed)?;
    let prompt = file.prompt.clone();
    let tournament = Tournament::new(file, openings).map_err(TournamentError::from)?;
    match prompt {
        None => Ok(tournament),
        Some(prompt) => with_prompt(tournament, &beside(&prompt)),
    }
}

#[cfg(feature = "chat")]
pub(crate) fn read_prompt(path: &Path) -> anyhow::Result<crownhead_arena::chat::Prompt> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    crownhead_arena::chat::Prompt::from_toml(&text).with_context(name)
}

#[cfg(feature = "chat")]
fn with_prompt(tournament: Tournament, path: &Path) -> anyhow::Result<Tournament> {
    Ok(tournament.with_prompt(&read_prompt(path)?))
}

#[cfg(not(feature = "chat"))]
fn with_prompt(_tournament: Tournament, _path: &Path) -> anyhow::Result<Tournament> {
    super::left_out::refuse("chat models")
}

/// Openings by name, or from a file.
pub(crate) fn read_openings(name: &str, path: &Path, seed: u64) -> anyhow::Result<Openings> {
    if let Some(openings) = Openings::named(name, seed) {
        return Ok(openings);
    }
    let told = || path.display().to_string();
    let bytes = fs::read(path).with_context(|| {
        format!("{} is neither {} nor a readable file", told(), Openings::NAMES.join(", "))
    })?;
    Openings::from_bytes(&bytes, seed).with_context(told)
}

/// Reports a finished game.
fn report(bar: &ProgressBar, names: &[String], record: &GameRecord, records: &[GameRecord]) {
    let game = format!("{} - {}: {}", names[record.black], names[record.white], record.ending);
    if let Some(fault) = &record.fault {
        tell(bar, &format!("game {}: {game} ({}: {})", record.game + 1, names[fault.player], fault.why));
    }
    bar.set_position(records.iter().filter(|record| record.points.is_some()).count() as u64);
    bar.set_message(game);
}

fn table(args: &TableArgs) -> anyhow::Result<Exit> {
    let scoreboard = Scoreboard::from(&Saved::read(&args.dir)?);
    if args.json {
        writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&scoreboard)?)?;
    } else {
        print_table(&scoreboard)?;
    }
    Ok(Exit::Success)
}

fn print_table(scoreboard: &Scoreboard) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let width = scoreboard.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
    let has_costs = scoreboard.rows.iter().any(|row| row.cost.is_some());
    writeln!(
        out,
        "{:>3} {:width$} {:>7} {:>13} {:>8} {:>14} {:>5} {:>5} {:>6} {:>7} {:>8}{}",
        "#",
        "player",
        "rating",
        "95 %",
        "by play",
        "games",
        "forf.",
        "void",
        "loss",
        "thrown",
        "refused",
        if has_costs { "     cost" } else { "" }
    )?;
    for (rank, player) in scoreboard.order().into_iter().enumerate() {
        let row = &scoreboard.rows[player];
        let cost = row.cost.map_or_else(|| "-".to_owned(), |cost| format!("{cost:.2}"));
        let cost = if has_costs { format!(" {cost:>8}") } else { String::new() };
        writeln!(out, "{:>3} {}{cost}", rank + 1, line(row, width))?;
    }
    writeln!(out, "{} games, {} void", scoreboard.n_games, scoreboard.n_voids)?;
    scoreboard.void_causes.iter().try_for_each(|(cause, n)| writeln!(out, "  {n} by {cause}"))
}

fn line(row: &Row, width: usize) -> String {
    let share =
        |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share));
    let interval = match row.rating.is_anchor {
        true => format!("free {:.0}", row.free.elo),
        false => format!("{:.0} to {:.0}", row.rating.low, row.rating.high),
    };
    let quality = row.side.quality;
    format!(
        "{:width$} {:>7} {:>13} {:>8} {:>14} {:>5} {:>5} {:>6} {:>7} {:>8}",
        row.name,
        format!("{:.0}{}", row.rating.elo, if row.rating.is_anchor { "*" } else { "" }),
        interval,
        row.by_play.map_or_else(|| "-".to_owned(), |rating| format!("{:.0}", rating.elo)),
        format!("+{} ={} -{}", row.wins, row.draws, row.losses),
        row.forfeits,
        row.voids,
        quality.mean_loss().map_or_else(|| "-".to_owned(), |loss| format!("{:.2}", loss / 100.0)),
        share(quality.thrown_share()),
        share(row.side.refused_share()),
    )
}

#[cfg(feature = "chat")]
fn mock(args: &MockArgs) -> anyhow::Result<Exit> {
    let endpoint = crownhead_arena::mock::MockEndpoint::start(args.listen, args.delay)?;
    let mut out = io::stdout();
    writeln!(out, "Mock chat models are at {} (Ctrl-C stops them)", endpoint.url())?;
    out.flush()?;
    loop {
        std::thread::park();
    }
}
