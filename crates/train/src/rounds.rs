//! The whole loop: games, a fit, a match against the weights so far; whoever wins stays.

use std::fs;
use std::path::{Path, PathBuf};

use crownhead_arena::{Contest, Fault, PlayerSpec, Policy, SpecError, Sprt, TimeControl, Verdict};
use crownhead_board::{Game, Rules};
use crownhead_engine::{Endgame, Evaluation, Limits, eleven_man_ballots, shuffle};
use thiserror::Error;

use crate::collect::{collect, gather};
use crate::curve::learning_curve;
use crate::file::{DataError, write_whole};
use crate::fit::{FitSettings, fit_model};
use crate::games::SelfPlay;
use crate::lessons::Lessons;

/// How to learn, round after round. Everything is kept in a folder, and a run that was interrupted
/// goes on with the step it was at.
pub struct Rounds<'a> {
    /// Where everything is kept.
    pub folder: PathBuf,
    /// What the engine knows of endings while it plays, games to learn from as well as matches.
    pub endgame: Option<&'a dyn Endgame>,
    /// Knows the truth about endings, and labels them.
    pub truth: Option<&'a dyn Endgame>,
    /// The name of the evaluation to begin with: `hand`, or a file of weights.
    pub first: String,
    /// Batches of games in a round.
    pub batches: u64,
    /// Nodes for each move of a game.
    pub nodes: u64,
    /// A fit learns from the games of so many rounds, the last ones: those of weaker play teach less
    /// than they spoil.
    pub recent: usize,
    /// How to fit.
    pub fit: FitSettings,
    /// Does a fit go on from the best network so far, rather than from nothing?
    pub goes_on: bool,
    /// Games of a match at most.
    pub match_games: usize,
    /// Nodes for each move of a match.
    pub match_nodes: u64,
    /// When a match has shown enough.
    pub sprt: Sprt,
    /// Ends after so many rounds in a row that gained nothing.
    pub patience: usize,
    /// Ends after so many rounds.
    pub most: usize,
}

/// Why the loop cannot go on.
#[derive(Debug, Error)]
pub enum RoundsError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A player cannot be named.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A player failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// What came of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Kept,
    NotKept,
}

impl Rounds<'_> {
    /// Goes on until nothing more is gained; gives the name of the best evaluation.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written, or the evaluation to begin with cannot be used.
    pub fn run(&self, tell: &mut dyn FnMut(&str)) -> Result<String, RoundsError> {
        let (mut best, mut in_vain) = (self.first.clone(), 0);
        for round in 1..=self.most {
            let folder = self.folder.join(format!("round-{round:02}"));
            fs::create_dir_all(&folder).map_err(DataError::io(&folder))?;
            self.play(&folder, &best, round, tell)?;
            let candidate = folder.join("candidate.weights");
            self.fit(&candidate, &best, round, tell)?;
            let candidate = candidate.display().to_string();
            match self.compare(&folder, &candidate, &best, tell)? {
                Outcome::Kept => (best, in_vain) = (candidate, 0),
                Outcome::NotKept => in_vain += 1,
            }
            if in_vain >= self.patience {
                tell(&format!("{in_vain} rounds gained nothing"));
                break;
            }
        }
        Ok(best)
    }

    fn play(
        &self,
        folder: &Path,
        best: &str,
        round: usize,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), RoundsError> {
        let self_play = SelfPlay {
            evaluator: Evaluation::named(best).map_err(SpecError::from)?,
            nodes: self.nodes,
            endgame: self.endgame,
            truth: self.truth,
            seed: self.fit.seed.wrapping_add(round as u64),
        };
        let mut n_samples = 0;
        collect(&self_play, &folder.join("games"), 0..self.batches, self.fit.threads, |batch| {
            n_samples += batch.n_samples;
        })?;
        tell(&format!("round {round}: {n_samples} positions from games of {best}"));
        Ok(())
    }

    /// Fits a network to the games of the last rounds.
    fn fit(
        &self,
        candidate: &Path,
        best: &str,
        round: usize,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), RoundsError> {
        if candidate.exists() {
            return Ok(());
        }
        let recent = (round.saturating_sub(self.recent.max(1)) + 1)..=round;
        let games = |round| gather(&self.folder.join(format!("round-{round:02}/games")));
        let mut lessons = Lessons::new(recent.map(games).collect::<Result<_, _>>()?, self.fit.seed);
        if let Some(truth) = self.truth {
            lessons.tell_truth(truth);
        }
        tell(&format!("round {round}: fitting to {} different positions", lessons.len()));
        let best_so_far = Evaluation::named(best).map_err(SpecError::from)?;
        let first = best_so_far.network().filter(|_| self.goes_on).cloned();
        let begun = if first.is_some() { format!(", begun with {best}") } else { String::new() };
        let model = self.fit.network_model(first);
        let about = format!("round {round}, {} positions, {:?}{begun}", lessons.len(), self.fit);
        let checkpoint = candidate.with_extension("fit");
        let fitting = fit_model(&model, &lessons, self.fit, &checkpoint, &about, tell)?;
        write_whole(&candidate.with_extension("svg"), learning_curve(&fitting.curve).as_bytes())?;
        let origin = format!("crownhead train run, {about}");
        write_whole(candidate, &model.network(&fitting.parameters).to_file(&origin))?;
        fs::remove_file(&checkpoint).map_err(DataError::io(&checkpoint))?;
        Ok(())
    }

    fn compare(
        &self,
        folder: &Path,
        candidate: &str,
        best: &str,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Outcome, RoundsError> {
        let path = folder.join("verdict.txt");
        if let Ok(verdict) = fs::read_to_string(&path) {
            tell(verdict.trim_end());
            return Ok(if verdict.starts_with("kept") { Outcome::Kept } else { Outcome::NotKept });
        }
        let contest = self.contest(candidate, best)?;
        let standing = contest.run(&[], self.endgame, |_, _, _| Ok::<(), Fault>(()))?;
        let tally = standing.tally();
        let outcome = match self.sprt.verdict(&tally) {
            Verdict::Accepted => Outcome::Kept,
            Verdict::Rejected | Verdict::Undecided => Outcome::NotKept,
        };
        let name = if outcome == Outcome::Kept { "kept" } else { "not kept" };
        let elo = tally.elo().map(|elo| elo.to_string()).unwrap_or_default();
        let verdict = format!("{name}: {candidate} against {best}: {tally}, {elo}\n");
        tell(verdict.trim_end());
        write_whole(&path, verdict.as_bytes())?;
        Ok(outcome)
    }

    fn contest(&self, candidate: &str, best: &str) -> Result<Contest, RoundsError> {
        let player = |weights: &str| format!("crownhead:weights={weights}").parse::<PlayerSpec>();
        let mut openings: Vec<Game> =
            eleven_man_ballots().into_iter().map(|pos| Game::from_position(pos, Rules::OFFICIAL)).collect();
        shuffle(&mut openings, self.fit.seed);
        Ok(Contest {
            players: [player(candidate)?, player(best)?],
            control: TimeControl::EachMove(Limits::nodes(self.match_nodes)),
            openings,
            games: self.match_games.next_multiple_of(2),
            concurrency: self.fit.threads,
            seed: self.fit.seed,
            sprt: Some(self.sprt),
            adjudicate: true,
            policy: Policy::default(),
        })
    }
}
