//! Playing a tournament: several games at once, each kept before the next is counted.

use std::any::Any;
use std::collections::HashMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use crownhead_board::Game;
use crownhead_engine::Endgame;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::file::{FileError, TournamentFile};
use super::folder::{Folder, FolderError};
use super::quality::review;
use super::record::{GameRecord, Recorder};
use super::schedule::{Pairing, Schedule, State};
use super::scoreboard::Scoreboard;
use crate::adjudication::Adjudication;
use crate::attempt::shortened;
use crate::clock::TimeControl;
use crate::openings::Openings;
use crate::played::{PlayedGame, Watch};
use crate::player::{Fault, Player};
use crate::policy::Policy;
use crate::referee::Referee;
use crate::spec::PlayerSpec;

/// A tournament that can be played.
#[derive(Debug)]
pub struct Tournament {
    file: TournamentFile,
    names: Vec<String>,
    specs: Vec<PlayerSpec>,
    control: TimeControl,
    openings: Openings,
    schedule: Schedule,
}

/// Where agents come in that are no programs of ours to start.
pub trait Agents: Sync {
    /// Opens a table for a game in which an agent plays.
    ///
    /// # Errors
    ///
    /// There is none to be had.
    fn open(&self, card: &TableCard<'_>) -> Result<AgentTable, Fault>;
}

/// What is written on the card of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableCard<'a> {
    /// The name of the tournament.
    pub event: &'a str,
    /// The number of the game.
    pub game: usize,
    /// How often the game has become void before.
    pub run: usize,
    /// The names of Black and White.
    pub names: [&'a str; 2],
    /// Which of them are agents.
    pub is_agent: [bool; 2],
}

/// A table at which agents play.
pub struct AgentTable {
    /// Players for those sides that are agents.
    pub seats: [Option<Box<dyn Player>>; 2],
    /// Looks on for them.
    pub watch: Box<dyn Watch>,
}

/// What a tournament is played with.
#[derive(Clone, Copy, Default)]
pub struct Room<'a> {
    /// Knows the truth about endings.
    pub endgame: Option<&'a dyn Endgame>,
    /// Brings agents.
    pub agents: Option<&'a dyn Agents>,
}

/// Why a tournament cannot go on.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The file is wrong.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A player cannot be brought to the table at all.
    #[error("{name}: {fault}")]
    Player {
        /// Its name.
        name: String,
        /// Why.
        fault: Fault,
    },
    /// What was said cannot be written down.
    #[error("the file of attempts cannot be written")]
    Attempts(#[from] std::io::Error),
}

/// What workers share.
struct Shared {
    /// What became of games, and how often they became void.
    results: HashMap<usize, (State, usize)>,
    running: Vec<usize>,
    is_stopped: bool,
}

impl Tournament {
    /// A tournament with the openings that its file names.
    ///
    /// # Errors
    ///
    /// Something in the file is wrong.
    pub fn new(file: TournamentFile, openings: Openings) -> Result<Tournament, FileError> {
        let schedule = file.schedule(openings.games().len());
        let (names, specs, control) = (file.names(), file.specs()?, file.control()?);
        Ok(Tournament { names, specs, control, openings, schedule, file })
    }

    /// The same tournament with other texts for chat models.
    #[cfg(feature = "chat")]
    #[must_use]
    pub fn with_prompt(mut self, prompt: &crate::chat::Prompt) -> Tournament {
        self.specs = self.specs.into_iter().map(|spec| spec.with_prompt(prompt)).collect();
        self
    }

    /// What everybody is called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many games there will be.
    pub fn n_games(&self) -> usize {
        self.schedule.n_games()
    }

    /// The names of those that are agents.
    pub fn agents(&self) -> Vec<String> {
        let agents = self.names.iter().zip(&self.specs).filter(|(_, spec)| spec.is_agent());
        agents.map(|(name, _)| name.clone()).collect()
    }

    /// How players that speak are treated.
    pub fn policy(&self) -> Policy {
        self.file.policy
    }

    /// Plays the games that are not in the folder yet. `report` hears of each with all that are over.
    ///
    /// # Errors
    ///
    /// The folder cannot be used, or a player cannot be brought to the table. What was played is kept.
    pub fn run(
        &self,
        folder: &Path,
        room: Room<'_>,
        mut report: impl FnMut(&GameRecord, &[GameRecord]),
    ) -> Result<Scoreboard, TournamentError> {
        self.check_players(room)?;
        let (folder, mut records) = Folder::open(folder, &self.file, self.checksum())?;
        let hall = Hall { shared: Mutex::new(Shared::new(&records)), changed: Condvar::new(), folder, room };
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.file.concurrency.min(self.n_games()) {
                let (sender, hall) = (sender.clone(), &hall);
                let work = move || self.work(hall, &sender);
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            }
            drop(sender);
            let mut heard = Ok(());
            for finished in receiver {
                if heard.is_err() {
                    continue;
                }
                heard = finished.and_then(|record: GameRecord| {
                    hall.folder.keep(&record)?;
                    hall.shared().count(&record);
                    records.push(record);
                    records.last().into_iter().for_each(|record| report(record, &records));
                    Ok(())
                });
                hall.shared().is_stopped = heard.is_err();
                hall.changed.notify_all();
            }
            heard
        })?;
        Ok(Scoreboard::new(&self.file, &records))
    }

    /// Brings everybody to the table once, so that what cannot work is told before the first game.
    fn check_players(&self, room: Room<'_>) -> Result<(), TournamentError> {
        for (spec, name) in self.specs.iter().zip(&self.names) {
            let brought = match room.agents {
                Some(_) if spec.is_agent() => Ok(()),
                _ => spec.player(room.endgame).map(drop),
            };
            brought.map_err(|fault| TournamentError::Player { name: name.clone(), fault })?;
        }
        Ok(())
    }

    /// A number that is different for other openings or other texts.
    fn checksum(&self) -> u64 {
        let mut text = String::new();
        for game in self.openings.games() {
            let moves: Vec<String> = game.moves().map(|mv| mv.route_text().to_string()).collect();
            let _ = writeln!(text, "{} {}", game.start(), moves.join(" "));
        }
        self.specs.iter().for_each(|spec| text += &spec.prompt_text());
        xxh3_64(text.as_bytes())
    }

    /// Plays games until there are none left.
    fn work(&self, hall: &Hall<'_>, sender: &mpsc::Sender<Result<GameRecord, TournamentError>>) {
        while let Some((pairing, run)) = self.next(hall) {
            if sender.send(self.play(hall, &pairing, run)).is_err() {
                return;
            }
        }
    }

    /// The next game to play, as soon as there is one.
    fn next(&self, hall: &Hall<'_>) -> Option<(Pairing, usize)> {
        let mut shared = hall.shared();
        loop {
            if shared.is_stopped {
                return None;
            }
            let pairings = self.schedule.pairings(|game| self.state(&shared, game));
            let is_open = |pairing: &&Pairing| {
                self.state(&shared, pairing.game) == State::Open && !shared.running.contains(&pairing.game)
            };
            if let Some(pairing) = pairings.iter().find(is_open) {
                shared.running.push(pairing.game);
                return Some((*pairing, shared.results.get(&pairing.game).map_or(0, |result| result.1)));
            }
            if shared.running.is_empty() {
                return None;
            }
            shared = hall.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What became of a game. One that is void is open until it has been played again often enough.
    fn state(&self, shared: &Shared, game: usize) -> State {
        match shared.results.get(&game) {
            Some((State::Void, n_voids)) if *n_voids <= self.file.replays => State::Open,
            Some((state, _)) => *state,
            None => State::Open,
        }
    }

    /// Brings the players of a game to their table.
    fn bring<'a>(
        &self,
        hall: &Hall<'a>,
        pairing: &Pairing,
        run: usize,
    ) -> Result<Seated<'a>, TournamentError> {
        let seats = [pairing.black, pairing.white];
        let card = TableCard {
            event: &self.file.name,
            game: pairing.game,
            run,
            names: seats.map(|player| self.names[player].as_str()),
            is_agent: seats.map(|player| self.specs[player].is_agent()),
        };
        let failed = |name: &str| {
            let name = name.to_owned();
            move |fault| TournamentError::Player { name, fault }
        };
        let table = match hall.room.agents {
            Some(agents) if card.is_agent.contains(&true) => {
                agents.open(&card).map_err(failed(&self.file.name))?
            }
            _ => AgentTable { seats: [None, None], watch: Box::new(()) },
        };
        let bring = |side: usize, agent: Option<Box<dyn Player>>| match agent {
            Some(agent) => Ok(agent as Box<dyn Player + 'a>),
            None => self.specs[seats[side]].player(hall.room.endgame).map_err(failed(card.names[side])),
        };
        let [black, white] = table.seats;
        Ok(([bring(0, black)?, bring(1, white)?], table.watch))
    }

    /// The moves with which a game begins.
    fn opening(&self, pairing: &Pairing) -> Game {
        match self.openings.games() {
            [] => Game::new(),
            games => games[pairing.opening % games.len()].clone(),
        }
    }

    /// Plays a game. If a player of ours panics, the game is void and the others go on.
    fn play(&self, hall: &Hall<'_>, pairing: &Pairing, run: usize) -> Result<GameRecord, TournamentError> {
        catch_unwind(AssertUnwindSafe(|| self.play_out(hall, pairing, run)))
            .unwrap_or_else(|panic| Ok(self.broken_off(pairing, panic_text(panic.as_ref()))))
    }

    fn broken_off(&self, pairing: &Pairing, why: &str) -> GameRecord {
        let game = self.opening(pairing);
        let fault = Fault::Unreachable(format!("the game broke off: {}", shortened(why, MAX_WHY)));
        let fault = Some((game.position().turn(), fault));
        let played = PlayedGame { game, notes: Vec::new(), fault, is_adjudicated: false };
        let names = [pairing.black, pairing.white].map(|player| self.names[player].as_str());
        GameRecord::new(pairing, names, &self.file.name, &played)
    }

    fn play_out(
        &self,
        hall: &Hall<'_>,
        pairing: &Pairing,
        run: usize,
    ) -> Result<GameRecord, TournamentError> {
        let endgame = hall.room.endgame;
        let seats = [pairing.black, pairing.white];
        let names = seats.map(|player| self.names[player].as_str());
        let (mut players, mut watch) = self.bring(hall, pairing, run)?;
        let opening = self.opening(pairing);
        let n_given = opening.moves().len();
        let referee = Referee {
            controls: seats.map(|player| self.specs[player].control().unwrap_or(self.control)),
            policy: self.file.policy,
            adjudication: Adjudication {
                endgame: endgame.filter(|_| self.file.adjudicate),
                by_agreement: self.file.adjudicate,
            },
            seed: self.file.seed.wrapping_add(pairing.game as u64 / 2),
        };
        let mut recorder = Recorder::new(pairing, run, names, referee.controls, &hall.folder);
        let [black, white] = &mut players;
        let mut both = (&mut recorder, watch.as_mut());
        let played = referee.play([black.as_mut(), white.as_mut()], opening, &mut both);
        let mut sides = recorder.finish(&played)?;
        let qualities = review(&played.game, n_given, self.file.review_nodes, endgame);
        sides.iter_mut().zip(qualities).for_each(|(side, quality)| side.quality = quality);
        let record = GameRecord::new(pairing, names, &self.file.name, &played);
        Ok(GameRecord { sides, ..record })
    }
}

/// How much of the words of a panic is kept, in bytes.
const MAX_WHY: usize = 300;

/// What a panic said.
fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a player panicked")
}

/// The players of a game, and whoever looks on for them.
type Seated<'a> = ([Box<dyn Player + 'a>; 2], Box<dyn Watch>);

/// Most of the time a game waits for an answer, so that there may be hundreds at once.
const STACK: usize = 1 << 20;

/// Where a tournament is being played.
struct Hall<'a> {
    shared: Mutex<Shared>,
    changed: Condvar,
    folder: Folder,
    room: Room<'a>,
}

impl Hall<'_> {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    fn new(records: &[GameRecord]) -> Shared {
        let mut shared = Shared { results: HashMap::new(), running: Vec::new(), is_stopped: false };
        records.iter().for_each(|record| shared.count(record));
        shared
    }

    fn count(&mut self, record: &GameRecord) {
        self.running.retain(|game| *game != record.game);
        let result = self.results.entry(record.game).or_default();
        result.0 = record.state();
        result.1 += usize::from(record.points.is_none());
    }
}
