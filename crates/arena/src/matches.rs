//! Matches: many games between two players, each opening with both colors, and a test that may end them early.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crownhead_board::{Color, Game};
use crownhead_engine::Endgame;
use serde::{Deserialize, Serialize};

use crate::player::{PlayerError, PlayerSpec};
use crate::referee::{PlayedGame, Policy, TimeControl};
use crate::scheduler::Scheduler;
use crate::tally::{Sprt, Tally, Verdict};
use crate::tournament::schedule::{Schedule, Stage, State};
use crate::tournament::{Format, Resources};

/// A match: a schedule of two players with a sequential test.
#[derive(Clone, Debug)]
pub struct Match {
    /// The two players; results are from the view of the first.
    pub players: [PlayerSpec; 2],
    /// The time control of players whose own name has none.
    pub control: TimeControl,
    /// Openings, in turn, two games from each; the start of the game if there are none.
    pub openings: Vec<Game>,
    /// The number of games, rounded up to whole pairs.
    pub games: usize,
    /// Games played at once.
    pub concurrency: usize,
    /// The seed of random choices.
    pub seed: u64,
    /// A test that ends the match when its result is clear.
    pub sprt: Option<Sprt>,
    /// Whether the referee ends games that the database knows or both players agree on.
    pub adjudicate: bool,
    /// Retry and forfeit policy for text players.
    pub policy: Policy,
}

/// The result of a game of a match, in the form that is saved to resume it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct GameResult {
    /// The number of the game in the match, from 0. Games 0 and 1 have the same opening.
    pub game: usize,
    /// The points of the first player; none if the game is void.
    pub points: Option<f64>,
    /// How it ended, in words.
    pub outcome: String,
    /// Its length.
    pub plies: usize,
    /// Which player failed, and how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The score of a match so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Points of the first player in each finished game, in pairs.
    pairs: Vec<[Option<f64>; 2]>,
    /// Finished games.
    pub n_games: usize,
    /// Who lost games by a fault and how, and the number of these games.
    pub faults: BTreeMap<String, usize>,
    /// Why games are void, and the number of these games. They do not count.
    pub voids: BTreeMap<String, usize>,
}

impl Standing {
    fn add(&mut self, result: &GameResult) {
        let pair = result.game / 2;
        if self.pairs.len() <= pair {
            self.pairs.resize(pair + 1, [None; 2]);
        }
        self.pairs[pair][result.game % 2] = result.points;
        self.n_games += 1;
        let causes = if result.points.is_some() { &mut self.faults } else { &mut self.voids };
        if let Some(fault) = &result.fault {
            *causes.entry(fault.clone()).or_default() += 1;
        }
    }

    /// Games that a player lost by a fault.
    pub fn n_faults(&self) -> usize {
        self.faults.values().sum()
    }

    /// Games that are void because a player was unreachable.
    pub fn n_voids(&self) -> usize {
        self.voids.values().sum()
    }

    /// The score of the complete pairs.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for pair in &self.pairs {
            if let [Some(first), Some(second)] = pair {
                tally.add_pair(*first, *second);
            }
        }
        tally
    }
}

impl Match {
    /// Plays the games that are missing or void in `done`. `report` is called with each result and the score so far.
    ///
    /// # Errors
    ///
    /// A player cannot take part, or `report` fails.
    pub fn run<E: From<PlayerError> + Send>(
        &self,
        done: &[GameResult],
        endgame: Option<&Arc<dyn Endgame>>,
        mut report: impl FnMut(&GameResult, &PlayedGame, &Standing) -> Result<(), E>,
    ) -> Result<Standing, E> {
        let mut standing = Standing::default();
        let done = || done.iter().filter(|result| result.points.is_some());
        done().for_each(|result| standing.add(result));
        if self.is_decided(&standing) {
            return Ok(standing);
        }
        let names = self.players.each_ref().map(ToString::to_string);
        let scheduler = Scheduler {
            event: "Match",
            schedule: Schedule {
                format: Format::RoundRobin,
                stages: vec![Stage { n_players: 2, rounds: self.games.div_ceil(2) }],
                n_openings: self.openings.len(),
            },
            names: &names,
            specs: &self.players,
            control: self.control,
            openings: &self.openings,
            policy: self.policy,
            adjudicate: self.adjudicate,
            seed: self.seed,
            concurrency: self.concurrency,
            replays: 0,
            resources: Resources { endgame, agents: None },
        };
        let states = done().map(|result| (result.game, State::Points(result.points.unwrap_or_default())));
        scheduler.run(
            states,
            |_, play| Ok::<_, E>(play(&mut ())),
            |pairing, played: PlayedGame| {
                let result = GameResult::new(pairing.game, &played, &self.names(pairing.game));
                standing.add(&result);
                report(&result, &played, &standing)?;
                let is_over = self.is_decided(&standing);
                Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )?;
        Ok(standing)
    }

    fn is_decided(&self, standing: &Standing) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&standing.tally()) != Verdict::Undecided)
    }

    /// The names of Black and White in a game.
    pub fn names(&self, game: usize) -> [String; 2] {
        let mut names = self.players.each_ref().map(ToString::to_string);
        if first_color(game) == Color::White {
            names.reverse();
        }
        names
    }
}

/// The color of the first player in a game.
fn first_color(game: usize) -> Color {
    if game.is_multiple_of(2) { Color::Black } else { Color::White }
}

impl GameResult {
    fn new(game: usize, played: &PlayedGame, [black, white]: &[String; 2]) -> GameResult {
        let name = |color| if color == Color::Black { black } else { white };
        GameResult {
            game,
            points: played.points(first_color(game)),
            outcome: played.ending(),
            plies: played.game.moves().len(),
            fault: played.fault.as_ref().map(|(color, fault)| format!("{}: {fault}", name(*color))),
        }
    }
}
