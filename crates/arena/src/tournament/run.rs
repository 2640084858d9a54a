//! Playing a tournament: each game is saved before the next one counts.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use crownhead_engine::Endgame;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::agents::Resources;
use super::file::{FileError, TournamentFile};
use super::folder::{Folder, FolderError, Saved};
use super::quality::review;
use super::record::{GameRecord, Recorder};
use super::schedule::{Schedule, Stage};
use super::scoreboard::Scoreboard;
use crate::openings::Openings;
use crate::player::{PlayerError, PlayerSpec};
use crate::referee::{Policy, TimeControl};
use crate::scheduler::{Play, Scheduled, Scheduler};

/// A tournament that can be played.
#[derive(Debug)]
pub struct Tournament {
    file: TournamentFile,
    names: Vec<String>,
    specs: Vec<PlayerSpec>,
    control: TimeControl,
    openings: Openings,
}

/// Why a tournament cannot continue.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The file is wrong.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A player cannot take part.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Attempts cannot be saved.
    #[error("the file of attempts cannot be written")]
    Attempts(#[from] std::io::Error),
}

impl Tournament {
    /// A tournament with the openings that its file names.
    ///
    /// # Errors
    ///
    /// Something in the file is wrong.
    pub fn new(file: TournamentFile, openings: Openings) -> Result<Tournament, FileError> {
        let (names, specs, control) = (file.names(), file.specs()?, file.control()?);
        Ok(Tournament { names, specs, control, openings, file })
    }

    /// Uses other prompts for chat models.
    #[cfg(feature = "chat")]
    #[must_use]
    pub fn with_prompt(mut self, prompt: &crate::chat::Prompt) -> Tournament {
        self.specs = self.specs.into_iter().map(|spec| spec.with_prompt(prompt)).collect();
        self
    }

    /// The names of the players.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of games, after those that are saved.
    pub fn n_games(&self, saved: Option<&Saved>) -> usize {
        // What cannot go on is told when it is run.
        let saved = saved.filter(|saved| self.file.continues(&saved.file));
        let stages = saved.map_or_else(|| vec![self.file.stage()], |saved| saved.stages_with(&self.file));
        self.schedule(stages).n_games()
    }

    fn schedule(&self, stages: Vec<Stage>) -> Schedule {
        self.file.schedule(stages, self.openings.games().len())
    }

    /// The names of those who come by themselves.
    pub fn agents(&self) -> Vec<String> {
        self.names_of(PlayerSpec::is_agent)
    }

    /// The names of the people among them.
    pub fn people(&self) -> Vec<String> {
        self.names_of(PlayerSpec::is_person)
    }

    fn names_of(&self, is_meant: impl Fn(&PlayerSpec) -> bool) -> Vec<String> {
        let meant = self.names.iter().zip(&self.specs).filter(|(_, spec)| is_meant(spec));
        meant.map(|(name, _)| name.clone()).collect()
    }

    /// Retry and forfeit policy for text players.
    pub fn policy(&self) -> Policy {
        self.file.policy
    }

    /// Plays the games that are missing in the folder. `report` is called with each, and with all finished games.
    ///
    /// # Errors
    ///
    /// The folder cannot be used, or a player cannot take part. Finished games stay saved.
    pub fn run(
        &self,
        folder: &Path,
        resources: Resources<'_>,
        mut report: impl FnMut(&GameRecord, &[GameRecord]),
    ) -> Result<Scoreboard, TournamentError> {
        let mut scheduler = self.scheduler(resources);
        scheduler.check_players()?;
        let (folder, mut records) = Folder::open(folder, &self.file, |n_players| self.checksum(n_players))?;
        scheduler.schedule = self.schedule(folder.stages.clone());
        let done: Vec<_> = records.iter().map(|record| (record.game, record.state())).collect();
        scheduler.run(
            done,
            |game, play| self.record(game, play, &folder, resources.endgame),
            |_, record| {
                folder.append(&record)?;
                records.push(record);
                records.last().into_iter().for_each(|record| report(record, &records));
                Ok::<_, TournamentError>(ControlFlow::Continue(()))
            },
        )?;
        Ok(Scoreboard::new(&self.file, &records))
    }

    fn scheduler<'a>(&'a self, resources: Resources<'a>) -> Scheduler<'a> {
        Scheduler {
            event: &self.file.name,
            schedule: self.schedule(vec![self.file.stage()]),
            names: &self.names,
            specs: &self.specs,
            control: self.control,
            openings: self.openings.games(),
            policy: self.file.policy,
            adjudicate: self.file.adjudicate,
            seed: self.file.seed,
            concurrency: self.file.concurrency,
            replays: self.file.replays,
            resources,
        }
    }

    /// A checksum of the openings, and of the prompts of the first players.
    fn checksum(&self, n_players: usize) -> u64 {
        let mut text = String::new();
        for game in self.openings.games() {
            let moves: Vec<String> = game.moves().map(|mv| mv.route_text().to_string()).collect();
            let _ = writeln!(text, "{} {}", game.start(), moves.join(" "));
        }
        self.specs.iter().take(n_players).for_each(|spec| text += &spec.prompt_text());
        xxh3_64(text.as_bytes())
    }

    /// Plays a game, saves the attempts, and reviews the moves.
    fn record(
        &self,
        game: &Scheduled<'_>,
        play: &mut Play<'_>,
        folder: &Folder,
        endgame: Option<&Arc<dyn Endgame>>,
    ) -> Result<GameRecord, TournamentError> {
        let mut recorder = Recorder::new(game, folder);
        let played = play(&mut recorder);
        let mut sides = recorder.finish(&played)?;
        let n_given = played.game.moves().len() - played.notes.len();
        let qualities = review(&played.game, n_given, self.file.review_nodes, endgame);
        sides.iter_mut().zip(qualities).for_each(|(side, quality)| side.quality = quality);
        let record = GameRecord::new(&game.pairing, game.names, &self.file.name, &played);
        Ok(GameRecord { sides, ..record })
    }
}
