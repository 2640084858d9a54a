//! `crownhead train`: the engine learns from games against itself.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use crownhead_arena::{Contest, Fault, PlayerSpec, Policy, Sprt, TimeControl};
use crownhead_board::{Game, Rules};
use crownhead_endgame::Database;
use crownhead_engine::{Evaluation, Limits, Network, SearchTunables, eleven_man_ballots, shuffle};
use crownhead_train::{
    FitSettings, GAMES_IN_BATCH, Lessons, Model, PatternModel, Rounds, SelfPlay, Spsa, Target, collect,
    fit_model, gather, learning_curve, mingle, write_samples,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Weights;
use crate::endings;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    pub(crate) command: TrainCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TrainCommand {
    /// Play games and keep their quiet positions.
    Games(GamesArgs),
    /// Fit an evaluation to positions.
    Fit(FitArgs),
    /// Games, fit, match, again and again, until nothing more is gained.
    Run(RunArgs),
    /// Tune the parameters of the search by games.
    Tune(TuneArgs),
}

/// What all commands need.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// The number of threads.
    #[arg(long, default_value_t = 2, value_name = "N")]
    threads: usize,
    /// The seed of all that is left to chance.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Databases of endings, if not the user's own.
    #[arg(long, value_name = "FOLDER")]
    endgame: Option<PathBuf>,
}

impl Common {
    fn database(&self) -> anyhow::Result<&'static Database> {
        Ok(match &self.endgame {
            None => endings::known(),
            Some(folder) => Box::leak(Box::new(Database::open(folder)?)),
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// The folder that keeps the batches; batches that are there already are not played again.
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// The number of games, rounded up to whole batches.
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    games: usize,
    /// Nodes for each move.
    #[arg(long, default_value_t = 800, value_name = "N")]
    nodes: u64,
    /// Write the positions of all batches to this file, each once and in random order.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Kind {
    Network,
    Patterns,
}

#[derive(Debug, Args)]
pub(crate) struct FitArgs {
    /// Files of positions, or folders of them.
    #[arg(required = true, value_name = "POSITIONS")]
    data: Vec<PathBuf>,
    /// Where to write the weights. The learning curve goes beside them, as SVG.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What to fit.
    #[arg(long, value_enum, default_value_t = Kind::Network, value_name = "KIND")]
    model: Kind,
    /// Go on from the weights of a network rather than from nothing.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    learning: Learning,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Learning {
    /// Times that all positions are seen.
    #[arg(long, default_value_t = FitSettings::default().epochs, value_name = "N")]
    epochs: usize,
    /// Positions for one step.
    #[arg(long, default_value_t = FitSettings::default().batch, value_name = "N")]
    batch: usize,
    /// The size of the first steps.
    #[arg(long, default_value_t = FitSettings::default().rate, value_name = "RATE")]
    rate: f32,
    /// The share of the rate by which weights shrink in each step unless they prove useful.
    #[arg(long, default_value_t = FitSettings::default().decay, value_name = "SHARE")]
    decay: f32,
    /// The share of the network that a fit goes on from in what it comes to, from 0 to 1.
    #[arg(long, default_value_t = FitSettings::default().first_share, value_name = "SHARE")]
    first_share: f32,
    /// The share of the game's result in what is aimed at, from 0 to 1; the rest is the search's score.
    #[arg(long, default_value_t = Target::default().result_share, value_name = "SHARE")]
    result_share: f32,
    /// The same for positions about which the database knows the truth.
    #[arg(long, default_value_t = Target::default().truth_share, value_name = "SHARE")]
    truth_share: f32,
}

impl Learning {
    fn settings(&self, common: &Common) -> anyhow::Result<FitSettings> {
        let Learning { epochs, batch, rate, decay, first_share, result_share, truth_share } = *self;
        let shares = [decay, first_share, result_share, truth_share];
        if epochs == 0 || batch == 0 || !shares.iter().all(|share| (0.0..=1.0).contains(share)) {
            bail!("there must be at least 1 epoch and 1 position in a batch, and shares are from 0 to 1");
        }
        let target = Target { result_share, truth_share, ..Target::default() };
        let Common { threads, seed, .. } = *common;
        Ok(FitSettings { epochs, batch, rate, decay, first_share, target, seed, threads })
    }
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The folder that keeps everything; a run that was interrupted goes on.
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// The evaluation to begin with: hand, or a file of weights.
    #[arg(long, default_value = "hand", value_name = "WEIGHTS")]
    first: String,
    /// Games in a round.
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    games: usize,
    /// Nodes for each move of a game.
    #[arg(long, default_value_t = 800, value_name = "N")]
    nodes: u64,
    /// Learn from the games of so many rounds, the last ones.
    #[arg(long, default_value_t = 5, value_name = "N")]
    recent: usize,
    /// Fit each round from the best network so far rather than from nothing.
    #[arg(long)]
    go_on: bool,
    /// Games of a match at most.
    #[arg(long, default_value_t = 6000, value_name = "N")]
    match_games: usize,
    /// A round is kept when its match shows that it gains so many Elo rather than none.
    #[arg(long, default_value_t = 8.0, value_name = "ELO")]
    gain: f64,
    /// Nodes for each move of a match.
    #[arg(long, default_value_t = 5000, value_name = "N")]
    match_nodes: u64,
    /// End after so many rounds in a row that gained nothing.
    #[arg(long, default_value_t = 3, value_name = "N")]
    patience: usize,
    /// End after so many rounds.
    #[arg(long, default_value_t = 100, value_name = "N")]
    rounds: usize,
    #[command(flatten)]
    learning: Learning,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The parameters to tune; all of the search if none is named.
    #[arg(value_name = "PARAMETER")]
    parameters: Vec<String>,
    /// Pairs of games.
    #[arg(long, default_value_t = 2000, value_name = "N")]
    pairs: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    nodes: u64,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<Exit> {
    match &args.command {
        TrainCommand::Games(args) => games(args)?,
        TrainCommand::Fit(args) => fit(args)?,
        TrainCommand::Run(args) => rounds(args)?,
        TrainCommand::Tune(args) => tune(args)?,
    }
    Ok(Exit::Success)
}

fn games(args: &GamesArgs) -> anyhow::Result<()> {
    let self_play = SelfPlay {
        evaluator: args.weights.evaluation()?,
        nodes: args.nodes,
        endgame: Some(endings::shipped()),
        truth: Some(args.common.database()?),
        seed: args.common.seed,
    };
    let batches = args.games.div_ceil(GAMES_IN_BATCH) as u64;
    let bar = progress_bar(batches, "batches");
    let (start, mut n_all, mut n_new) = (Instant::now(), 0, 0);
    collect(&self_play, &args.dir, 0..batches, args.common.threads, |batch| {
        n_all += batch.n_samples;
        n_new += if batch.is_old { 0 } else { batch.n_samples };
        let hours = start.elapsed().as_secs_f64() / 3600.0;
        bar.set_message(format!("{n_all} positions, {:.2} million an hour", n_new as f64 / hours / 1e6));
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    tell(&format!("{n_all} positions in {}", args.dir.display()));
    if let Some(out) = &args.out {
        let samples = mingle(gather(&args.dir)?, args.common.seed);
        write_samples(out, &samples)?;
        tell(&format!("{} different ones in {}", samples.len(), out.display()));
    }
    Ok(())
}

fn fit(args: &FitArgs) -> anyhow::Result<()> {
    let settings = args.learning.settings(&args.common)?;
    if args.from.is_some() && matches!(args.model, Kind::Patterns) {
        bail!("only a network can be fitted from earlier weights; leave out --from or --model patterns");
    }
    let first = args.from.as_deref().map(first_network).transpose()?;
    let sources = args.data.iter().map(|data| gather(data)).collect::<Result<_, _>>()?;
    let mut lessons = Lessons::new(sources, settings.seed);
    if lessons.is_empty() {
        bail!("there are no positions to learn from; `crownhead train games` makes some");
    }
    let n_exact = lessons.tell_truth(args.common.database()?);
    tell(&format!("{} different positions, the truth about {n_exact} of them is known", lessons.len()));
    let names: Vec<String> = args.data.iter().map(|data| data.display().to_string()).collect();
    let mut about = format!(
        "{:?} from {}, {} positions, {n_exact} exact, {settings:?}",
        args.model,
        names.join(" "),
        lessons.len()
    );
    if let Some(from) = &args.from {
        about += &format!(", begun with {}", from.display());
    }
    let weights = match args.model {
        Kind::Network => {
            let model = settings.network_model(first);
            let numbers = fitted(&model, &lessons, settings, &args.out, &about)?;
            model.network(&numbers).to_file(&about)
        }
        Kind::Patterns => {
            let model = PatternModel { scale: settings.target.scale };
            let numbers = fitted(&model, &lessons, settings, &args.out, &about)?;
            model.patterns(&numbers).to_file(&about)
        }
    };
    fs::write(&args.out, weights).with_context(|| args.out.display().to_string())
}

/// The network that a fit goes on from.
fn first_network(path: &Path) -> anyhow::Result<Arc<Network>> {
    let evaluation = Evaluation::named(&path.display().to_string())?;
    evaluation
        .network()
        .cloned()
        .with_context(|| format!("{}: these are no weights of a network", path.display()))
}

/// Fits a model and draws its learning curve; gives its numbers.
fn fitted<M: Model>(
    model: &M,
    lessons: &Lessons,
    settings: FitSettings,
    out: &Path,
    about: &str,
) -> anyhow::Result<Vec<f32>> {
    let checkpoint = out.with_extension("fit");
    let fitting = fit_model(model, lessons, settings, &checkpoint, about, &mut tell)?;
    let picture = out.with_extension("svg");
    fs::write(&picture, learning_curve(&fitting.curve)).with_context(|| picture.display().to_string())?;
    fs::remove_file(&checkpoint).with_context(|| checkpoint.display().to_string())?;
    Ok(fitting.parameters)
}

fn rounds(args: &RunArgs) -> anyhow::Result<()> {
    if !(args.gain > 0.0 && args.gain.is_finite()) {
        bail!("--gain {}: a gain is more than 0 Elo, as in --gain 8", args.gain);
    }
    let rounds = Rounds {
        folder: args.dir.clone(),
        endgame: Some(endings::shipped()),
        truth: Some(args.common.database()?),
        first: args.first.clone(),
        batches: args.games.div_ceil(GAMES_IN_BATCH) as u64,
        nodes: args.nodes,
        recent: args.recent,
        fit: args.learning.settings(&args.common)?,
        goes_on: args.go_on,
        match_games: args.match_games,
        match_nodes: args.match_nodes,
        sprt: Sprt { elo0: 0.0, elo1: args.gain, alpha: 0.05, beta: 0.05 },
        patience: args.patience,
        most: args.rounds,
    };
    let start = Instant::now();
    let minutes = || start.elapsed().as_secs() / 60;
    let best = rounds.run(&mut |line| tell(&format!("{:>4} min  {line}", minutes())))?;
    tell(&format!("the best is {best}, after {} minutes", minutes()));
    Ok(())
}

fn tune(args: &TuneArgs) -> anyhow::Result<()> {
    for name in &args.parameters {
        if SearchTunables::LIST.iter().all(|tunable| tunable.name != name) {
            let names: Vec<&str> = SearchTunables::LIST.iter().map(|tunable| tunable.name).collect();
            bail!("there is no parameter called \"{name}\"; there are {}", names.join(", "));
        }
    }
    let is_wanted =
        |name: &str| args.parameters.is_empty() || args.parameters.iter().any(|wanted| wanted == name);
    let wanted = SearchTunables::LIST.iter().copied().filter(|tunable| is_wanted(tunable.name));
    let mut spsa = Spsa::new(wanted, args.pairs, args.common.seed);
    let mut openings = eleven_man_ballots();
    shuffle(&mut openings, args.common.seed);
    let (database, bar) = (args.common.database()?, progress_bar(args.pairs, "pairs"));
    for step in 0..args.pairs {
        let opening = openings[step as usize % openings.len()];
        let contest = Contest {
            players: opponents(&spsa, step)?,
            control: TimeControl::EachMove(Limits::nodes(args.nodes)),
            openings: vec![Game::from_position(opening, Rules::OFFICIAL)],
            games: 2,
            concurrency: args.common.threads.min(2),
            seed: step,
            sprt: None,
            adjudicate: true,
            policy: Policy::default(),
        };
        let standing = contest.run(&[], Some(database), |_, _, _| Ok::<(), Fault>(()))?;
        spsa.learn(step, 2.0 * standing.tally().share());
        let values = spsa.tuned.iter().map(|tuned| format!("{} {:.0}", tuned.tunable.name, tuned.value));
        bar.set_message(values.collect::<Vec<_>>().join(", "));
        bar.inc(1);
    }
    bar.finish_and_clear();
    for tuned in &spsa.tuned {
        tell(&format!("{} = {:.1} (was {})", tuned.tunable.name, tuned.value, tuned.tunable.default));
    }
    Ok(())
}

/// The two settings of a step, as players.
fn opponents(spsa: &Spsa, step: u64) -> anyhow::Result<[PlayerSpec; 2]> {
    let values = spsa.opponents(step);
    let player = |side: usize| {
        let options: Vec<String> =
            values.iter().map(|(name, value)| format!("{name}={}", value[side])).collect();
        format!("crownhead:{}", options.join(",")).parse::<PlayerSpec>()
    };
    Ok([player(0)?, player(1)?])
}

/// Says something to whoever listens. What takes hours goes on when nobody does any more.
fn tell(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

fn progress_bar(length: u64, unit: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}  {{msg}}  {{elapsed}} elapsed, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is valid");
    ProgressBar::new(length).with_style(style)
}
