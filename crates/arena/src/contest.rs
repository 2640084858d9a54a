//! A match: many games between two players from many openings, each opening with both colors.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crownhead_board::{Color, Game};
use crownhead_engine::Endgame;
use serde::{Deserialize, Serialize};

use crate::adjudication::Adjudication;
use crate::clock::TimeControl;
use crate::played::PlayedGame;
use crate::player::{Fault, Player};
use crate::policy::Policy;
use crate::referee::Referee;
use crate::spec::PlayerSpec;
use crate::tally::{Sprt, Tally, Verdict};

/// What a match is about.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The two players, the one that the score is about first.
    pub players: [PlayerSpec; 2],
    /// What a player may use for its moves, unless its own name says otherwise.
    pub control: TimeControl,
    /// Where games start; taken in turn, two games from each.
    pub openings: Vec<Game>,
    /// The number of games. A test may end the match before.
    pub games: usize,
    /// Games played at once.
    pub concurrency: usize,
    /// The seed of whatever is left to chance.
    pub seed: u64,
    /// A test that ends the match when the games say enough.
    pub sprt: Option<Sprt>,
    /// Let the referee end games that the database knows or both players agree on.
    pub adjudicate: bool,
    /// How players that speak are treated.
    pub policy: Policy,
}

/// The result of a game of a match, in the form that is kept to resume it.
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
    /// What a player did wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// How a match stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Points of the first player in each game that is over, in pairs.
    pairs: Vec<[Option<f64>; 2]>,
    /// Games that are over.
    pub n_games: usize,
    /// Games that a player lost by a fault.
    pub n_faults: usize,
    /// Games that are void, because a player was out of reach. They count for nothing.
    pub n_voids: usize,
}

impl Standing {
    fn add(&mut self, result: &GameResult) {
        let pair = result.game / 2;
        if self.pairs.len() <= pair {
            self.pairs.resize(pair + 1, [None; 2]);
        }
        self.pairs[pair][result.game % 2] = result.points;
        self.n_games += 1;
        self.n_voids += usize::from(result.points.is_none());
        self.n_faults += usize::from(result.fault.is_some() && result.points.is_some());
    }

    /// The score of the pairs that are complete.
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

impl Contest {
    /// Which color the first player has in a game.
    fn first_color(game: usize) -> Color {
        if game.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// Plays the games that are not among `done`, or are void there. `report` hears of each with how the match stands.
    ///
    /// # Errors
    ///
    /// A player cannot be brought to the table at all, or `report` says so.
    pub fn run<E: From<Fault>>(
        &self,
        done: &[GameResult],
        endgame: Option<&dyn Endgame>,
        mut report: impl FnMut(&GameResult, &PlayedGame, &Standing) -> Result<(), E>,
    ) -> Result<Standing, E> {
        let mut standing = Standing::default();
        let done: Vec<&GameResult> = done.iter().filter(|result| result.points.is_some()).collect();
        done.iter().for_each(|result| standing.add(result));
        let to_play: Vec<usize> =
            (0..self.games).filter(|game| done.iter().all(|result| result.game != *game)).collect();
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(self.is_decided(&standing)));
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.concurrency.clamp(1, to_play.len().max(1)) {
                let (sender, next, stop, to_play) = (sender.clone(), &next, &stop, &to_play);
                scope.spawn(move || self.work(to_play, next, stop, endgame, &sender));
            }
            drop(sender);
            let mut heard = Ok(());
            for finished in receiver {
                if heard.is_err() {
                    continue;
                }
                heard = finished.map_err(E::from).and_then(|(game, played)| {
                    let result = self.result(game, &played);
                    standing.add(&result);
                    report(&result, &played, &standing)
                });
                if heard.is_err() || self.is_decided(&standing) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            heard
        })?;
        Ok(standing)
    }

    fn is_decided(&self, standing: &Standing) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&standing.tally()) != Verdict::Undecided)
    }

    /// Plays games until there are none left, with players of its own.
    fn work(
        &self,
        to_play: &[usize],
        next: &AtomicUsize,
        stop: &AtomicBool,
        endgame: Option<&dyn Endgame>,
        sender: &mpsc::Sender<Result<(usize, PlayedGame), Fault>>,
    ) {
        let seats = self.players[0].player(endgame).and_then(|a| Ok([a, self.players[1].player(endgame)?]));
        let mut seats = match seats {
            Ok(seats) => seats,
            Err(fault) => return drop(sender.send(Err(fault))),
        };
        while !stop.load(Ordering::Relaxed) {
            let Some(&game) = to_play.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let played = self.play(game, &mut seats, endgame);
            // A program that failed is started anew, so that it loses that game only.
            if let Some((color, _)) = &played.fault {
                let seat = usize::from(*color != Contest::first_color(game));
                match self.players[seat].player(endgame) {
                    Ok(player) => seats[seat] = player,
                    Err(fault) => return drop(sender.send(Err(fault))),
                }
            }
            if sender.send(Ok((game, played))).is_err() {
                return;
            }
        }
    }

    fn play(
        &self,
        game: usize,
        seats: &mut [Box<dyn Player + '_>; 2],
        endgame: Option<&dyn Endgame>,
    ) -> PlayedGame {
        let pair = game / 2;
        let opening = match self.openings.len() {
            0 => Game::new(),
            n => self.openings[pair % n].clone(),
        };
        let known = endgame.filter(|_| self.adjudicate);
        let mut controls = [0, 1].map(|seat| self.players[seat].control().unwrap_or(self.control));
        let [a, b] = seats;
        let mut players: [&mut dyn Player; 2] = [a.as_mut(), b.as_mut()];
        if Contest::first_color(game) == Color::White {
            players.reverse();
            controls.reverse();
        }
        let referee = Referee {
            controls,
            policy: self.policy,
            adjudication: Adjudication { endgame: known, by_agreement: self.adjudicate },
            seed: self.seed.wrapping_add(pair as u64),
        };
        referee.play(players, opening, &mut ())
    }

    fn result(&self, game: usize, played: &PlayedGame) -> GameResult {
        GameResult {
            game,
            points: played.points(Contest::first_color(game)),
            outcome: played.ending(),
            plies: played.game.moves().len(),
            fault: played.fault.as_ref().map(|(color, fault)| format!("{color}: {fault}")),
        }
    }

    /// The names of Black and White in a game.
    pub fn names(&self, game: usize) -> [String; 2] {
        let [a, b] = [0, 1].map(|seat| self.players[seat].to_string());
        match Contest::first_color(game) {
            Color::Black => [a, b],
            Color::White => [b, a],
        }
    }
}
