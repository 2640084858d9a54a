//! Plays the games of a schedule, several at once. Matches and tournaments are both played by it.

use std::any::Any;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use crownhead_board::{Color, Game};
use crownhead_engine::Endgame;

use crate::player::{Fault, Player, PlayerError, PlayerSpec};
use crate::reading::shortened;
use crate::referee::{Adjudication, Observer, PlayedGame, Policy, Referee, TimeControl};
use crate::tournament::schedule::{Pairing, Schedule, State};
use crate::tournament::{AgentTable, Resources, TableCard};

/// Games to be played, and their conditions.
pub(crate) struct Scheduler<'a> {
    pub(crate) event: &'a str,
    pub(crate) schedule: Schedule,
    pub(crate) names: &'a [String],
    pub(crate) specs: &'a [PlayerSpec],
    pub(crate) control: TimeControl,
    pub(crate) openings: &'a [Game],
    pub(crate) policy: Policy,
    pub(crate) adjudicate: bool,
    pub(crate) seed: u64,
    pub(crate) concurrency: usize,
    /// How often a void game is replayed.
    pub(crate) replays: usize,
    pub(crate) resources: Resources<'a>,
}

/// A game that is about to be played.
pub(crate) struct Scheduled<'a> {
    pub(crate) pairing: Pairing,
    /// How often the game was void before.
    pub(crate) run: usize,
    /// The names of Black and White.
    pub(crate) names: [&'a str; 2],
    pub(crate) controls: [TimeControl; 2],
}

/// Plays the game in front of an observer.
pub(crate) type Play<'p> = dyn FnMut(&mut dyn Observer) -> PlayedGame + 'p;

/// Stack of a worker. A game mostly waits for answers, so there may be hundreds at once.
const STACK: usize = 1 << 20;
/// How much of the message of a panic is kept, in bytes.
const MAX_PANIC: usize = 300;

/// The state of games that workers share.
#[derive(Default)]
struct Progress {
    /// The state of each game, and how often it was void.
    results: HashMap<usize, (State, usize)>,
    running: Vec<usize>,
    is_stopped: bool,
}

/// A game that was played, and its record.
type Finished<R, E> = (Pairing, Result<(State, R), E>);

/// The players of a worker's last game. A program stays running while it has games to play.
type Seats<'a> = HashMap<usize, Box<dyn Player + 'a>>;

impl<'a> Scheduler<'a> {
    /// Plays all games whose state in `done` is open. `record` plays a game on a worker's thread; `finished` is called
    /// with each result on the caller's thread, and may end the event.
    pub(crate) fn run<R: Send, E: From<PlayerError> + Send>(
        &self,
        done: impl IntoIterator<Item = (usize, State)>,
        record: impl Fn(&Scheduled<'_>, &mut Play<'_>) -> Result<R, E> + Sync,
        mut finished: impl FnMut(&Pairing, R) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let mut progress = Progress::default();
        done.into_iter().for_each(|(game, state)| progress.count(game, state));
        let shared = Shared { progress: Mutex::new(progress), changed: Condvar::new() };
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let n_workers = self.concurrency.clamp(1, self.schedule.n_games().max(1));
            let spawn = |_: &usize| {
                let (sender, shared, record) = (sender.clone(), &shared, &record);
                let work = move || self.work(shared, record, &sender);
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_ok()
            };
            assert!((0..n_workers).filter(spawn).count() > 0, "no thread can be started");
            drop(sender);
            let mut outcome = Ok(());
            for (pairing, result) in receiver {
                if outcome.is_err() {
                    continue;
                }
                let mut is_over = false;
                outcome = result.and_then(|(state, result)| {
                    is_over = finished(&pairing, result)?.is_break();
                    shared.progress().count(pairing.game, state);
                    Ok(())
                });
                shared.progress().is_stopped |= is_over || outcome.is_err();
                shared.changed.notify_all();
            }
            outcome
        })
    }

    /// Brings every player once, so that one that cannot take part is reported before the first game.
    pub(crate) fn check_players(&self) -> Result<(), PlayerError> {
        let is_ours = |player: &usize| self.resources.agents.is_none() || !self.specs[*player].is_agent();
        (0..self.specs.len()).filter(is_ours).try_for_each(|player| self.bring(player).map(drop))
    }

    fn work<R, E: From<PlayerError>>(
        &self,
        shared: &Shared,
        record: &impl Fn(&Scheduled<'_>, &mut Play<'_>) -> Result<R, E>,
        sender: &mpsc::Sender<Finished<R, E>>,
    ) {
        let mut seats = Seats::new();
        while let Some((pairing, run)) = self.next(shared) {
            let players = [pairing.black, pairing.white];
            let game = Scheduled {
                pairing,
                run,
                names: players.map(|player| self.names[player].as_str()),
                controls: players.map(|player| self.specs[player].control().unwrap_or(self.control)),
            };
            let result = self.play(&game, &mut seats, record);
            if sender.send((pairing, result)).is_err() {
                return;
            }
        }
    }

    /// The next game to play, as soon as there is one.
    fn next(&self, shared: &Shared) -> Option<(Pairing, usize)> {
        let mut progress = shared.progress();
        loop {
            if progress.is_stopped {
                return None;
            }
            let state = |game| progress.state(game, self.replays);
            let is_open = |pairing: &&Pairing| {
                state(pairing.game) == State::Open && !progress.running.contains(&pairing.game)
            };
            if let Some(pairing) = self.schedule.pairings(state).iter().find(is_open) {
                progress.running.push(pairing.game);
                return Some((*pairing, progress.results.get(&pairing.game).map_or(0, |result| result.1)));
            }
            if progress.running.is_empty() {
                return None;
            }
            progress = shared.changed.wait(progress).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Plays a game. If a player panics, the game is void and the others continue.
    fn play<R, E: From<PlayerError>>(
        &self,
        game: &Scheduled<'_>,
        seats: &mut Seats<'a>,
        record: &impl Fn(&Scheduled<'_>, &mut Play<'_>) -> Result<R, E>,
    ) -> Result<(State, R), E> {
        let players = [game.pairing.black, game.pairing.white];
        let played = catch_unwind(AssertUnwindSafe(|| {
            let AgentTable { seats: agents, mut observer } = self.open_table(game)?;
            seats.retain(|player, _| players.contains(player));
            let mut taken = Vec::new();
            for (player, agent) in players.into_iter().zip(agents) {
                let kept = agent.map(|agent| agent as Box<dyn Player + 'a>).or_else(|| seats.remove(&player));
                taken.push(kept.map_or_else(|| self.bring(player), Ok)?);
            }
            let [black, white] = &mut taken[..] else { unreachable!("two players were brought") };
            let (mut state, mut failed) = (State::Void, None);
            let mut play = |watcher: &mut dyn Observer| {
                let both: [&mut dyn Player; 2] = [black.as_mut(), white.as_mut()];
                let mut observers = (observer.as_mut(), watcher);
                let played = self.referee(game).play(both, self.opening(&game.pairing), &mut observers);
                state = played.points(Color::Black).map_or(State::Void, State::Points);
                failed = played.fault.as_ref().map(|(color, _)| players[*color as usize]);
                played
            };
            let result = record(game, &mut play)?;
            // A player that failed is started anew, and agents come by themselves.
            let stays = |player: &usize| failed != Some(*player) && !self.specs[*player].is_agent();
            seats.extend(players.into_iter().zip(taken).filter(|(player, _)| stays(player)));
            Ok((state, result))
        }));
        played.unwrap_or_else(|panic| {
            let why = format!("the game broke off: {}", shortened(panic_text(panic.as_ref()), MAX_PANIC));
            let opening = self.opening(&game.pairing);
            let fault = Some((opening.position().turn(), Fault::Unreachable(why)));
            let mut broken_off = Some(PlayedGame { fault, ..PlayedGame::new(opening) });
            let mut play = |_: &mut dyn Observer| broken_off.take().expect("a game is played once");
            record(game, &mut play).map(|result| (State::Void, result))
        })
    }

    fn bring(&self, player: usize) -> Result<Box<dyn Player>, PlayerError> {
        let failed = |fault| PlayerError { name: self.names[player].clone(), fault };
        self.specs[player].player(self.resources.endgame).map_err(failed)
    }

    /// The table of the agents among the players.
    fn open_table(&self, game: &Scheduled<'_>) -> Result<AgentTable, PlayerError> {
        let Pairing { game: number, black, white, .. } = game.pairing;
        let specs = [black, white].map(|player| &self.specs[player]);
        let (is_agent, is_person) = (specs.map(PlayerSpec::is_agent), specs.map(PlayerSpec::is_person));
        match self.resources.agents {
            Some(agents) if is_agent.contains(&true) => {
                let card = TableCard {
                    event: self.event,
                    game: number,
                    run: game.run,
                    names: game.names,
                    is_agent,
                    is_person,
                };
                let failed = |fault| PlayerError { name: self.event.to_owned(), fault };
                agents.open(&card).map_err(failed)
            }
            _ => Ok(AgentTable { seats: [None, None], observer: Box::new(()) }),
        }
    }

    /// The moves with which a game begins.
    fn opening(&self, pairing: &Pairing) -> Game {
        match self.openings {
            [] => Game::new(),
            games => games[pairing.opening % games.len()].clone(),
        }
    }

    fn referee(&self, game: &Scheduled<'_>) -> Referee<'a> {
        let endgame: Option<&'a dyn Endgame> =
            self.resources.endgame.filter(|_| self.adjudicate).map(|endgame| &**endgame);
        Referee {
            controls: game.controls,
            policy: self.policy,
            adjudication: Adjudication { endgame, by_agreement: self.adjudicate },
            seed: self.seed.wrapping_add(game.pairing.game as u64 / 2),
        }
    }
}

struct Shared {
    progress: Mutex<Progress>,
    changed: Condvar,
}

impl Shared {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress {
    fn count(&mut self, game: usize, state: State) {
        self.running.retain(|running| *running != game);
        let result = self.results.entry(game).or_default();
        result.0 = state;
        result.1 += usize::from(state == State::Void);
    }

    /// The state of a game. A void game is open until it was replayed often enough.
    fn state(&self, game: usize, replays: usize) -> State {
        match self.results.get(&game) {
            Some((State::Void, n_voids)) if *n_voids <= replays => State::Open,
            Some((state, _)) => *state,
            None => State::Open,
        }
    }
}

/// The message of a panic.
fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a player panicked")
}
