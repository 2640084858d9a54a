//! `crownhead match`: two players, many games.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use crownhead_arena::matches::{GameResult, Match, Standing};
use crownhead_arena::player::PlayerSpec;
use crownhead_arena::referee::{PlayedGame, Policy, ShowMoves, TimeControl};
use crownhead_arena::tally::Sprt;
use crownhead_engine::Limits;
use crownhead_pdn::write_record;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args;
use crate::commands::arena::read_openings;
#[cfg(feature = "chat")]
use crate::commands::arena::read_prompt;
use crate::endings;
use crate::exit::Exit;
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The player whose score is counted: crownhead, crownhead:nodes=20000,hash=16, level:4, random,
    /// "hub:./engine arguments" or chat:model=NAME,url=URL,key_env=VARIABLE.
    #[arg(value_parser = args::with_causes::<PlayerSpec>)]
    pub(crate) first: PlayerSpec,
    /// Its opponent.
    #[arg(value_parser = args::with_causes::<PlayerSpec>)]
    pub(crate) second: PlayerSpec,
    /// Limit for each player: depth=N, nodes=N, time=SECONDS or clock=SECONDS+SECONDS [default: time=0.1, and for
    /// chat models their own timeout].
    #[arg(long, value_name = "CONTROL")]
    pub(crate) control: Option<TimeControl>,
    /// Number of games, rounded up to whole pairs: each opening is played with both colors.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = args::count)]
    pub(crate) games: usize,
    /// Openings: ballots, barred, eleven-man, start, or a file of FENs or games.
    #[arg(long, default_value = "ballots", value_name = "OPENINGS")]
    pub(crate) openings: String,
    /// Number of games played at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = args::count)]
    pub(crate) concurrency: usize,
    /// Seed for the order of the openings and for the random choices of the players.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Stop when a sequential test decides between ELO0 and ELO1 as the first player's advantage.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(crate) sprt: Option<Vec<f64>>,
    /// Play every game to its end, without adjudication.
    #[arg(long)]
    pub(crate) no_adjudication: bool,
    /// When text players, such as chat models, are shown the legal moves.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) legal_moves: LegalMoves,
    /// Number of attempts a text player has for each move.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) attempts: u32,
    /// Prompt file for chat models; "crownhead arena prompt" prints the built-in one.
    #[cfg(feature = "chat")]
    #[arg(long, value_name = "FILE")]
    pub(crate) prompt: Option<PathBuf>,
    /// Append the games to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) pdn: Option<PathBuf>,
    /// Keep the results in this file, and continue from them if it exists.
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum LegalMoves {
    /// Never.
    Never,
    /// After a rejected attempt.
    #[default]
    AfterError,
    /// Always.
    Always,
}

pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<Exit> {
    let game_match = new_match(args)?;
    let mut journal = Journal::open(args)?;
    let done = std::mem::take(&mut journal.done);
    let bar = progress_bar(args.games.next_multiple_of(2), done.len());
    let standing = game_match.run(&done, Some(&endings::for_engine()), |result, played, standing| {
        journal.keep(result)?;
        if let Some(file) = &args.pdn {
            append_game(file, &game_match, result, played).with_context(|| file.display().to_string())?;
        }
        if let Some(fault) = &result.fault {
            tell(&bar, &format!("game {}: {fault}", result.game + 1));
        }
        bar.set_position(standing.n_games as u64);
        bar.set_message(standing.tally().to_string());
        Ok::<(), anyhow::Error>(())
    })?;
    bar.finish_and_clear();
    print(&game_match, &standing)?;
    Ok(if standing.n_faults() + standing.n_voids() > 0 { Exit::Faults } else { Exit::Success })
}

fn new_match(args: &MatchArgs) -> anyhow::Result<Match> {
    let sprt = args.sprt.as_deref().map(sequential_test).transpose()?;
    Ok(Match {
        players: players(args)?.map(|player| if args.control.is_none() { unhurried(player) } else { player }),
        control: args.control.unwrap_or(TimeControl::EachMove(Limits::move_time(Duration::from_millis(100)))),
        openings: read_openings(&args.openings, Path::new(&args.openings), args.seed)?.games().to_vec(),
        games: args.games,
        concurrency: args.concurrency,
        seed: args.seed,
        sprt,
        adjudicate: !args.no_adjudication,
        policy: policy(args),
    })
}

/// A time that suits engines is no time for a chat model: its own timeout is its limit.
fn unhurried(player: PlayerSpec) -> PlayerSpec {
    if player.is_chat() { player.or_control(TimeControl::EachMove(Limits::INFINITE)) } else { player }
}

fn sequential_test(elo: &[f64]) -> anyhow::Result<Sprt> {
    let (elo0, elo1) = (elo[0], elo[1]);
    ensure!(
        elo0 < elo1 && elo0.is_finite() && elo1.is_finite(),
        "--sprt {elo0} {elo1}: the second number has to be the larger one, as in --sprt 0 10"
    );
    Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
}

fn policy(args: &MatchArgs) -> Policy {
    let legal_moves = match args.legal_moves {
        LegalMoves::Never => ShowMoves::Never,
        LegalMoves::AfterError => ShowMoves::AfterError,
        LegalMoves::Always => ShowMoves::Always,
    };
    Policy { legal_moves, attempts: args.attempts, ..Policy::default() }
}

#[cfg(feature = "chat")]
fn players(args: &MatchArgs) -> anyhow::Result<[PlayerSpec; 2]> {
    let players = [args.first.clone(), args.second.clone()];
    Ok(match &args.prompt {
        None => players,
        Some(path) => {
            let prompt = read_prompt(path)?;
            players.map(|player| player.with_prompt(&prompt))
        }
    })
}

#[cfg(not(feature = "chat"))]
fn players(args: &MatchArgs) -> anyhow::Result<[PlayerSpec; 2]> {
    Ok([args.first.clone(), args.second.clone()])
}

/// The results of finished games, one line of JSON for each.
struct Journal {
    done: Vec<GameResult>,
    file: Option<File>,
}

impl Journal {
    fn open(args: &MatchArgs) -> anyhow::Result<Journal> {
        let Some(path) = &args.journal else { return Ok(Journal { done: Vec::new(), file: None }) };
        let name = || path.display().to_string();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(name),
        };
        let heading = format!("{} - {}, {}, seed {}", args.first, args.second, args.openings, args.seed);
        let mut lines = text.lines();
        match lines.next() {
            Some(first) if first != heading => {
                bail!("{} belongs to another match: {first}", name());
            }
            _ => {}
        }
        // The last line may be incomplete; that game is played again.
        let done = lines.map_while(|line| serde_json::from_str(line).ok()).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path).with_context(name)?;
        if text.is_empty() {
            writeln!(file, "{heading}")?;
        } else if !text.ends_with('\n') {
            writeln!(file)?;
        }
        Ok(Journal { done, file: Some(file) })
    }

    fn keep(&mut self, result: &GameResult) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            writeln!(file, "{}", serde_json::to_string(result)?)?;
        }
        Ok(())
    }
}

fn append_game(
    file: &Path,
    game_match: &Match,
    result: &GameResult,
    played: &PlayedGame,
) -> anyhow::Result<()> {
    let [black, white] = game_match.names(result.game);
    let round = (result.game + 1).to_string();
    let tags = [("Event", "Match".to_owned()), ("Black", black), ("White", white), ("Round", round)];
    let mut out = OpenOptions::new().create(true).append(true).open(file)?;
    write_record(&mut out, &played.record_with(&tags))?;
    writeln!(out).with_context(|| file.display().to_string())
}

fn games(n: usize) -> String {
    counted(n, "game", "games")
}

fn print(game_match: &Match, standing: &Standing) -> io::Result<()> {
    let tally = standing.tally();
    let mut out = io::stdout().lock();
    let [first, second] = &game_match.players;
    writeln!(out, "{first} against {second}: {tally} in {}", games(tally.n_games() as usize))?;
    if let Some(elo) = tally.elo() {
        writeln!(out, "{elo}, 95 % interval")?;
    }
    if standing.n_faults() > 0 {
        let were = if standing.n_faults() == 1 { "was" } else { "were" };
        writeln!(out, "{} {were} forfeited:", games(standing.n_faults()))?;
        for (fault, n) in &standing.faults {
            writeln!(out, "  {n} by {fault}")?;
        }
    }
    if standing.n_voids() > 0 {
        let are = if standing.n_voids() == 1 { "is" } else { "are" };
        writeln!(out, "{} {are} void because a player could not be reached:", games(standing.n_voids()))?;
        for (cause, n) in &standing.voids {
            writeln!(out, "  {n} by {cause}")?;
        }
    }
    if let Some(sprt) = game_match.sprt {
        let ratio = sprt.log_likelihood_ratio(&tally);
        writeln!(
            out,
            "{:?}: log-likelihood ratio {ratio:.2} for {} against {} Elo",
            sprt.verdict(&tally),
            sprt.elo1,
            sprt.elo0
        )?;
    }
    Ok(())
}

/// Prints a line above a bar, or where no bar is shown.
pub(crate) fn tell(bar: &ProgressBar, line: &str) {
    if bar.is_hidden() {
        // Whoever does not read it goes on without it.
        let _ = writeln!(io::stderr(), "{line}");
    } else {
        bar.println(line);
    }
}

pub(crate) fn progress_bar(games: usize, done: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {elapsed} elapsed, {eta} left");
    let bar = ProgressBar::new(games as u64).with_style(style.expect("the template is valid"));
    bar.set_position(done as u64);
    bar
}
