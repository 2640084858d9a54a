//! The whole loop: self-play, a fit, a match against the best network so far; the winner stays.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crownhead_arena::matches::{GameResult, Match, Standing};
use crownhead_arena::openings::Openings;
use crownhead_arena::player::{PlayerError, PlayerSpec, SpecError};
use crownhead_arena::referee::{PlayedGame, Policy, TimeControl};
use crownhead_arena::tally::{Sprt, Verdict};
use crownhead_engine::{Endgame, Evaluation, Limits};
use thiserror::Error;

use crate::batches::{load_samples, play_batches};
use crate::curve::learning_curve;
use crate::dataset::Dataset;
use crate::file::{DataError, write_file};
use crate::fit::{FitSettings, NetworkModel, fit};
use crate::self_play::{GAMES_PER_BATCH, SelfPlay};
use crate::settings::keep_settings;

/// Training in rounds. Everything is saved in a folder, and an interrupted run continues where it stopped.
pub struct TrainingLoop<'a> {
    /// The folder.
    pub folder: PathBuf,
    /// The endgame database that the search probes, in self-play and in matches.
    pub endgame: Option<Arc<dyn Endgame>>,
    /// The endgame database that labels positions.
    pub oracle: Option<&'a dyn Endgame>,
    /// The evaluation to start with: `hand`, or a file of weights.
    pub initial: String,
    /// Batches of self-play games per round.
    pub batches: u64,
    /// Nodes per move in self-play.
    pub nodes: u64,
    /// The number of recent rounds whose games are used: those of weaker players do more harm than good.
    pub window: usize,
    /// How to fit.
    pub fit: FitSettings,
    /// Whether each fit starts with the best network so far, rather than with random weights.
    pub warm_start: bool,
    /// The maximum number of games of a match.
    pub match_games: usize,
    /// Nodes per move in matches.
    pub match_nodes: u64,
    /// The test that a match has to pass.
    pub sprt: Sprt,
    /// Stops after this many rounds in a row without a gain.
    pub patience: usize,
    /// Stops after this many rounds.
    pub max_rounds: usize,
}

/// Why training cannot continue.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// An evaluation or player is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A player cannot take part in a match.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl TrainingLoop<'_> {
    /// Runs until nothing more is gained; returns the name of the best evaluation.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written, or the initial evaluation cannot be used.
    pub fn run(&self, log: &mut dyn FnMut(&str)) -> Result<String, TrainingError> {
        keep_settings(&self.folder, &self.settings())?;
        let (mut best, mut without_gain) = (self.initial.clone(), 0);
        for round in 1..=self.max_rounds {
            let folder = self.round_folder(round);
            fs::create_dir_all(&folder).map_err(DataError::io(&folder))?;
            self.play(&folder, &best, round, log)?;
            let candidate = folder.join("candidate.weights");
            self.fit(&candidate, &best, round, log)?;
            let candidate = candidate.display().to_string();
            if self.is_better(round, &candidate, &best, log)? {
                (best, without_gain) = (candidate, 0);
            } else {
                without_gain += 1;
            }
            if without_gain >= self.patience {
                log(&format!("{without_gain} rounds gained nothing"));
                break;
            }
        }
        Ok(best)
    }

    /// What the rounds depend on. How long to go on, and on how many threads, may change.
    fn settings(&self) -> Vec<(&'static str, String)> {
        let FitSettings {
            epochs, batch_size, learning_rate, weight_decay, anchor_weight, target, seed, ..
        } = self.fit;
        vec![
            ("initial", self.initial.clone()),
            ("games", (self.batches * GAMES_PER_BATCH as u64).to_string()),
            ("nodes", self.nodes.to_string()),
            ("window", self.window.to_string()),
            ("warm-start", self.warm_start.to_string()),
            ("match-games", self.match_games.to_string()),
            ("match-nodes", self.match_nodes.to_string()),
            ("gain", self.sprt.elo1.to_string()),
            ("epochs", epochs.to_string()),
            ("batch-size", batch_size.to_string()),
            ("learning-rate", learning_rate.to_string()),
            ("weight-decay", weight_decay.to_string()),
            ("anchor-weight", anchor_weight.to_string()),
            ("result-weight", target.result_weight.to_string()),
            ("exact-weight", target.exact_weight.to_string()),
            ("seed", seed.to_string()),
        ]
    }

    fn round_folder(&self, round: usize) -> PathBuf {
        self.folder.join(format!("round-{round:02}"))
    }

    fn play(
        &self,
        folder: &Path,
        best: &str,
        round: usize,
        log: &mut dyn FnMut(&str),
    ) -> Result<(), TrainingError> {
        let self_play = SelfPlay {
            evaluation: Evaluation::named(best).map_err(SpecError::from)?,
            nodes: self.nodes,
            endgame: self.endgame.clone(),
            oracle: self.oracle,
            seed: self.fit.seed.wrapping_add(round as u64),
        };
        let (mut n_samples, mut n_done, mut tenths) = (0, 0, Tenths::default());
        let games = |batches: u64| batches * GAMES_PER_BATCH as u64;
        log(&format!("round {round}: {} games of {best}", games(self.batches)));
        play_batches(&self_play, &folder.join("games"), 0..self.batches, self.fit.threads, |batch| {
            n_samples += batch.n_samples;
            n_done += 1;
            if tenths.are_reached(n_done, self.batches) && !batch.existed {
                let (done, all) = (games(n_done), games(self.batches));
                log(&format!("round {round}: {done} of {all} games, {n_samples} positions"));
            }
        })?;
        log(&format!("round {round}: {n_samples} positions from games of {best}"));
        Ok(())
    }

    /// Fits a network to the games of recent rounds.
    fn fit(
        &self,
        candidate: &Path,
        best: &str,
        round: usize,
        log: &mut dyn FnMut(&str),
    ) -> Result<(), TrainingError> {
        if candidate.exists() {
            return Ok(());
        }
        let recent = (round.saturating_sub(self.window.max(1)) + 1)..=round;
        let games = |round| load_samples(&self.round_folder(round).join("games"));
        let mut dataset = Dataset::new(recent.map(games).collect::<Result<_, _>>()?, self.fit.seed);
        if let Some(oracle) = self.oracle {
            dataset.apply_tablebase_labels(oracle);
        }
        log(&format!("round {round}: fitting to {} unique positions", dataset.len()));
        let best_so_far = Evaluation::named(best).map_err(SpecError::from)?;
        let initial = best_so_far.network().filter(|_| self.warm_start).cloned();
        let start = if initial.is_some() { format!(", warm start from {best}") } else { String::new() };
        let model = NetworkModel::new(&self.fit, initial);
        let description = format!("round {round}, {} positions, {:?}{start}", dataset.len(), self.fit);
        let checkpoint = candidate.with_extension("fit");
        let trainer = fit(&model, &dataset, self.fit, &checkpoint, &description, log)?;
        write_file(&candidate.with_extension("svg"), learning_curve(&trainer.epochs).as_bytes())?;
        let origin = format!("crownhead train run, {description}");
        write_file(candidate, &model.network(&trainer.parameters).to_file(&origin))?;
        fs::remove_file(&checkpoint).map_err(DataError::io(&checkpoint))?;
        Ok(())
    }

    /// Plays the match of a round, unless an earlier run has.
    fn is_better(
        &self,
        round: usize,
        candidate: &str,
        best: &str,
        log: &mut dyn FnMut(&str),
    ) -> Result<bool, TrainingError> {
        let path = self.round_folder(round).join("verdict.txt");
        if let Ok(verdict) = fs::read_to_string(&path) {
            log(verdict.trim_end());
            return Ok(verdict.starts_with("kept"));
        }
        let (mut tenths, all) = (Tenths::default(), self.match_games);
        log(&format!("round {round}: a match of up to {all} games against {best}"));
        let tell = |_: &GameResult, _: &PlayedGame, standing: &Standing| {
            if tenths.are_reached(standing.n_games as u64, all as u64) {
                log(&format!("round {round}: {} of {all} games, {}", standing.n_games, standing.tally()));
            }
            Ok::<(), PlayerError>(())
        };
        let tally = self.new_match(candidate, best)?.run(&[], self.endgame.as_ref(), tell)?.tally();
        let is_better = self.sprt.verdict(&tally) == Verdict::Accepted;
        let name = if is_better { "kept" } else { "not kept" };
        let elo = tally.elo().map(|elo| elo.to_string()).unwrap_or_default();
        let verdict = format!("{name}: {candidate} against {best}: {tally}, {elo}\n");
        log(verdict.trim_end());
        write_file(&path, verdict.as_bytes())?;
        Ok(is_better)
    }

    fn new_match(&self, candidate: &str, best: &str) -> Result<Match, TrainingError> {
        let player = |weights: &str| format!("crownhead:weights={weights}").parse::<PlayerSpec>();
        Ok(Match {
            players: [player(candidate)?, player(best)?],
            control: TimeControl::EachMove(Limits::nodes(self.match_nodes)),
            openings: Openings::eleven_man(self.fit.seed).games().to_vec(),
            games: self.match_games,
            concurrency: self.fit.threads,
            seed: self.fit.seed,
            sprt: Some(self.sprt),
            adjudicate: true,
            policy: Policy::default(),
        })
    }
}

/// Says when another tenth of the work is done, so that a long part is not silent.
#[derive(Default)]
struct Tenths(u64);

impl Tenths {
    /// Is another tenth done, and not yet all?
    fn are_reached(&mut self, done: u64, all: u64) -> bool {
        let now = 10 * done / all.max(1);
        let is_more = now > self.0 && done < all;
        self.0 = now;
        is_more
    }
}
