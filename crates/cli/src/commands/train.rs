//! `crownhead train`: self-play, fits, and tuning.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use crownhead_arena::matches::Match;
use crownhead_arena::openings::Openings;
use crownhead_arena::player::{PlayerError, PlayerSpec};
use crownhead_arena::referee::{Policy, TimeControl};
use crownhead_arena::tally::Sprt;
use crownhead_endgame::Database;
use crownhead_engine::{Endgame, Evaluation, Limits, Network, SearchTunables};
use crownhead_files::write_atomically;
use crownhead_train::{
    Dataset, FitSettings, GAMES_PER_BATCH, NetworkModel, Parameter, SelfPlay, Spsa, Target, TrainingLoop,
    dedup_and_shuffle, keep_settings, learning_curve, load_samples, play_batches, write_samples,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{self, Weights};
use crate::endings;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    pub(crate) command: TrainCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TrainCommand {
    /// Play games against itself and save their quiet positions.
    Games(GamesArgs),
    /// Fit a network to positions.
    Fit(FitArgs),
    /// Self-play, fit, match, again and again, until nothing more is gained.
    Run(RunArgs),
    /// Tune the parameters of the search by games.
    Tune(TuneArgs),
}

/// Options of all commands.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// The number of threads.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = args::count)]
    threads: usize,
    /// The seed of all random choices.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The endgame database that labels positions, if not the user's own.
    #[arg(long, value_name = "FOLDER")]
    endgame: Option<PathBuf>,
}

impl Common {
    fn database(&self) -> anyhow::Result<Arc<dyn Endgame>> {
        Ok(match &self.endgame {
            None => endings::for_engine(),
            Some(folder) => Arc::new(Database::open(folder)?),
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// The folder for the batches; existing batches are not played again.
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// The number of games, rounded up to a whole number of batches.
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = args::count)]
    games: usize,
    /// Nodes per move.
    #[arg(long, default_value_t = 800, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Write the positions of all batches to this file, without duplicates and shuffled.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct FitArgs {
    /// Files of positions, or folders of them.
    #[arg(required = true, value_name = "POSITIONS")]
    data: Vec<PathBuf>,
    /// Where to write the weights. The learning curve goes beside them, as SVG.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Start with the weights of this network rather than with random ones.
    #[arg(long, value_name = "FILE")]
    warm_start: Option<PathBuf>,
    #[command(flatten)]
    hyperparameters: Hyperparameters,
    #[command(flatten)]
    common: Common,
}

/// Reads a number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1 is needed".to_owned())
}

/// Reads the length of a step. A long one never finds anything.
fn learning_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "a number above 0 and up to 1 is needed, as in 0.001".to_owned())
}

#[derive(Debug, Args)]
pub(crate) struct Hyperparameters {
    /// Passes over the training set.
    #[arg(long, default_value_t = FitSettings::default().epochs, value_name = "N", value_parser = args::count)]
    epochs: usize,
    /// Positions per step.
    #[arg(long, default_value_t = FitSettings::default().batch_size, value_name = "N", value_parser = args::count)]
    batch_size: usize,
    /// The learning rate at the start.
    #[arg(long, default_value_t = FitSettings::default().learning_rate, value_name = "RATE", value_parser = learning_rate)]
    learning_rate: f32,
    /// Weight decay, as a fraction of the learning rate.
    #[arg(long, default_value_t = FitSettings::default().weight_decay, value_name = "FRACTION", value_parser = share)]
    weight_decay: f32,
    /// The weight of the initial network in the result of a warm start, from 0 to 1.
    #[arg(long, default_value_t = FitSettings::default().anchor_weight, value_name = "WEIGHT", value_parser = share)]
    anchor_weight: f32,
    /// The weight of the game result in the target, from 0 to 1; the rest is the score of the search.
    #[arg(long, default_value_t = Target::default().result_weight, value_name = "WEIGHT", value_parser = share)]
    result_weight: f32,
    /// The weight of the result where the endgame database knows it.
    #[arg(long, default_value_t = Target::default().exact_weight, value_name = "WEIGHT", value_parser = share)]
    exact_weight: f32,
}

impl Hyperparameters {
    fn settings(&self, common: &Common) -> FitSettings {
        let &Hyperparameters { epochs, batch_size, learning_rate, weight_decay, anchor_weight, .. } = self;
        let target = Target {
            result_weight: self.result_weight,
            exact_weight: self.exact_weight,
            ..Target::default()
        };
        let Common { threads, seed, .. } = *common;
        FitSettings { epochs, batch_size, learning_rate, weight_decay, anchor_weight, target, seed, threads }
    }
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The folder for everything; an interrupted run continues.
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// The evaluation to start with: hand, or a file of weights.
    #[arg(long, default_value = "hand", value_name = "WEIGHTS")]
    initial: String,
    /// Self-play games per round.
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = args::count)]
    games: usize,
    /// Nodes per move in self-play.
    #[arg(long, default_value_t = 800, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The number of recent rounds whose games are used.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = args::count)]
    window: usize,
    /// Start each fit with the best network so far rather than with random weights.
    #[arg(long)]
    warm_start: bool,
    /// The maximum number of games of a match.
    #[arg(long, default_value_t = 6000, value_name = "N", value_parser = args::count)]
    match_games: usize,
    /// Keep a round if its match shows a gain of this many Elo rather than none.
    #[arg(long, default_value_t = 8.0, value_name = "ELO")]
    gain: f64,
    /// Nodes per move in matches.
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    match_nodes: u64,
    /// Stop after this many rounds in a row without a gain.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = args::count)]
    patience: usize,
    /// Stop after this many rounds.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = args::count)]
    max_rounds: usize,
    #[command(flatten)]
    hyperparameters: Hyperparameters,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The parameters to tune; all parameters of the search if none is named.
    #[arg(value_name = "PARAMETER")]
    parameters: Vec<String>,
    /// Pairs of games.
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<Exit> {
    match &args.command {
        TrainCommand::Games(args) => games(args)?,
        TrainCommand::Fit(args) => fit(args)?,
        TrainCommand::Run(args) => training_loop(args)?,
        TrainCommand::Tune(args) => tune(args)?,
    }
    Ok(Exit::Success)
}

/// Fails if a file could not be written, before hours of work and not after them.
fn check_folder(file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), |folder| fs::metadata(folder).map(drop)).with_context(|| file.display().to_string())
}

fn games(args: &GamesArgs) -> anyhow::Result<()> {
    args.out.as_deref().map_or(Ok(()), check_folder)?;
    let oracle = args.common.database()?;
    let self_play = SelfPlay {
        evaluation: args.weights.evaluation()?,
        nodes: args.nodes,
        endgame: Some(Arc::new(Database::shipped())),
        oracle: Some(&*oracle),
        seed: args.common.seed,
    };
    let settings = [
        ("weights", args.weights.name().to_owned()),
        ("nodes", args.nodes.to_string()),
        ("seed", args.common.seed.to_string()),
    ];
    keep_settings(&args.dir, &settings)?;
    let batches = args.games.div_ceil(GAMES_PER_BATCH) as u64;
    let bar = progress_bar(batches, "batches");
    let (start, mut n_all, mut n_new) = (Instant::now(), 0, 0);
    play_batches(&self_play, &args.dir, 0..batches, args.common.threads, |batch| {
        n_all += batch.n_samples;
        n_new += if batch.existed { 0 } else { batch.n_samples };
        let hours = start.elapsed().as_secs_f64() / 3600.0;
        bar.set_message(format!("{n_all} positions, {:.2} million an hour", n_new as f64 / hours / 1e6));
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    tell(&format!("{n_all} positions in {}", args.dir.display()));
    if let Some(out) = &args.out {
        let samples = dedup_and_shuffle(load_samples(&args.dir)?, args.common.seed);
        write_samples(out, &samples)?;
        tell(&format!("{} unique positions in {}", samples.len(), out.display()));
    }
    Ok(())
}

fn fit(args: &FitArgs) -> anyhow::Result<()> {
    check_folder(&args.out)?;
    let settings = args.hyperparameters.settings(&args.common);
    let initial = args.warm_start.as_deref().map(read_network).transpose()?;
    let sources = args.data.iter().map(|data| load_samples(data)).collect::<Result<_, _>>()?;
    let mut dataset = Dataset::new(sources, settings.seed);
    if dataset.is_empty() {
        bail!("there are no training positions; `crownhead train games` makes some");
    }
    let n_exact = dataset.apply_tablebase_labels(&*args.common.database()?);
    tell(&format!("{} unique positions, {n_exact} of them with exact labels", dataset.len()));
    let names: Vec<String> = args.data.iter().map(|data| data.display().to_string()).collect();
    let mut description =
        format!("{}, {} positions, {n_exact} exact, {settings:?}", names.join(" "), dataset.len());
    if let Some(initial) = &args.warm_start {
        description += &format!(", warm start from {}", initial.display());
    }
    let model = NetworkModel::new(&settings, initial);
    let checkpoint = args.out.with_extension("fit");
    let trainer = crownhead_train::fit(&model, &dataset, settings, &checkpoint, &description, &mut tell)?;
    let write =
        |path: &Path, bytes: &[u8]| write_atomically(path, bytes).with_context(|| path.display().to_string());
    write(&args.out.with_extension("svg"), learning_curve(&trainer.epochs).as_bytes())?;
    write(&args.out, &model.network(&trainer.parameters).to_file(&description))?;
    fs::remove_file(&checkpoint).with_context(|| checkpoint.display().to_string())
}

fn read_network(path: &Path) -> anyhow::Result<Arc<Network>> {
    let evaluation = Evaluation::named(&path.display().to_string())?;
    let network = evaluation.network().cloned();
    network.with_context(|| format!("{} is not a network", path.display()))
}

fn training_loop(args: &RunArgs) -> anyhow::Result<()> {
    if !(args.gain > 0.0 && args.gain.is_finite()) {
        bail!("--gain {}: a gain is more than 0 Elo, as in --gain 8", args.gain);
    }
    let oracle = args.common.database()?;
    let training = TrainingLoop {
        folder: args.dir.clone(),
        endgame: Some(Arc::new(Database::shipped())),
        oracle: Some(&*oracle),
        initial: args.initial.clone(),
        batches: args.games.div_ceil(GAMES_PER_BATCH) as u64,
        nodes: args.nodes,
        window: args.window,
        fit: args.hyperparameters.settings(&args.common),
        warm_start: args.warm_start,
        match_games: args.match_games,
        match_nodes: args.match_nodes,
        sprt: Sprt { elo0: 0.0, elo1: args.gain, alpha: 0.05, beta: 0.05 },
        patience: args.patience,
        max_rounds: args.max_rounds,
    };
    let start = Instant::now();
    let minutes = || start.elapsed().as_secs() / 60;
    let best = training.run(&mut |line| tell(&format!("{:>4} min  {line}", minutes())))?;
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
    let openings = Openings::eleven_man(args.common.seed);
    let (database, bar) = (args.common.database()?, progress_bar(args.pairs, "pairs"));
    for step in 0..args.pairs {
        let opening = openings.games()[step as usize % openings.games().len()].clone();
        let pair = Match {
            players: opponents(&spsa, step)?,
            control: TimeControl::EachMove(Limits::nodes(args.nodes)),
            openings: vec![opening],
            games: 2,
            concurrency: args.common.threads.min(2),
            seed: step,
            sprt: None,
            adjudicate: true,
            policy: Policy::default(),
        };
        let standing = pair.run(&[], Some(&database), |_, _, _| Ok::<(), PlayerError>(()))?;
        spsa.update(step, 2.0 * standing.tally().share());
        let values = spsa
            .parameters
            .iter()
            .map(|parameter| format!("{} {:.0}", parameter.tunable.name, parameter.value));
        bar.set_message(values.collect::<Vec<_>>().join(", "));
        bar.inc(1);
    }
    bar.finish_and_clear();
    for Parameter { tunable, value } in &spsa.parameters {
        tell(&format!("{} = {value:.1} (was {})", tunable.name, tunable.default));
    }
    Ok(())
}

/// The two settings that play each other in a step.
fn opponents(spsa: &Spsa, step: u64) -> anyhow::Result<[PlayerSpec; 2]> {
    let values = spsa.opponents(step);
    let player = |side: usize| {
        let options: Vec<String> =
            values.iter().map(|(name, value)| format!("{name}={}", value[side])).collect();
        format!("crownhead:{}", options.join(",")).parse::<PlayerSpec>()
    };
    Ok([player(0)?, player(1)?])
}

/// Prints a line. Training continues if the reader is gone.
fn tell(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

fn progress_bar(length: u64, unit: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}  {{msg}}  {{elapsed}} elapsed, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is valid");
    ProgressBar::new(length).with_style(style)
}
