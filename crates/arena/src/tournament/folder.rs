//! The folder of a tournament.
//!
//! | file | |
//! | --- | --- |
//! | `journal.jsonl` | the tournament on the first line, then a game on each line, synced to disk before the next one counts; the tournament again where rounds or players were added |
//! | `attempts.jsonl` | the attempts of text players, one on each line |
//! | `games.pdn` | the games |
//! | `report.html` | the report |
//! | `live/` | a file for each running game, for spectators |

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crownhead_files::write_atomically;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::file::{Format, TournamentFile};
use super::live;
use super::record::{AttemptRecord, GameRecord};
use super::schedule::Stage;

/// The version of the journal. Version 1 had another checksum and another order of openings.
const VERSION: u32 = 2;

/// A line about the tournament: the first of a journal, and those after which there are more rounds or players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Heading {
    version: u32,
    /// A checksum of the openings and prompts.
    checksum: u64,
    pub(crate) tournament: TournamentFile,
}

/// A saved tournament. It can be read while the tournament is running.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The tournament.
    pub file: TournamentFile,
    /// The finished games, in the order in which they ended. A void game may appear again.
    pub records: Vec<GameRecord>,
    /// The length of the complete lines of the journal.
    n_bytes: u64,
    version: u32,
    checksum: u64,
    /// How it has grown.
    stages: Vec<Stage>,
}

/// The locked folder of a running tournament.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    pub(crate) stages: Vec<Stage>,
    journal: File,
    pub(crate) attempts: Mutex<File>,
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("{}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The journal is damaged.
    #[error("{}, line {line}", path.display())]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        source: serde_json::Error,
    },
    /// The folder belongs to another tournament.
    #[error(
        "{} is about another tournament, or its file, openings or prompt have changed since; take another folder with --dir, or put the file back (there may be more rounds, more players at the end, other prices and another concurrency)",
        .0.display()
    )]
    Other(PathBuf),
    /// Players were added to a Swiss tournament, and no round that they could play.
    #[error(
        "players who come later to a Swiss tournament play from the next round on: give it more rounds too"
    )]
    NoRound,
    /// The tournament was started by an earlier version of this program.
    #[error("{} was started by an earlier version of this program: it can be shown, but not continued", .0.display())]
    Version(PathBuf),
    /// Another program is playing the tournament.
    #[error("{} is in use: the tournament is being played already", .0.display())]
    InUse(PathBuf),
    /// The folder holds no tournament.
    #[error("{} holds no tournament; play one with: crownhead arena run FILE", .0.display())]
    Nothing(PathBuf),
}

/// The journal: the tournament and its games.
pub const JOURNAL: &str = "journal.jsonl";
pub(crate) const ATTEMPTS: &str = "attempts.jsonl";
/// The file with the games.
pub const GAMES: &str = "games.pdn";
/// The file with the report.
pub const REPORT: &str = "report.html";

pub(crate) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::Io { path, source }
}

/// Whether a line of a journal is about the tournament rather than a game.
pub(crate) fn is_heading(line: &[u8]) -> bool {
    line.starts_with(b"{\"version\":")
}

/// Adds what a heading says about the growth of a tournament.
pub(crate) fn grow(stages: &mut Vec<Stage>, tournament: &TournamentFile) {
    if stages.last() != Some(&tournament.stage()) {
        stages.push(tournament.stage());
    }
}

impl Heading {
    /// Reads the tournament of a folder.
    pub(crate) fn read(folder: &Path) -> Result<TournamentFile, FolderError> {
        let path = folder.join(JOURNAL);
        let mut line = Vec::new();
        BufReader::new(open_journal(folder)?).read_until(b'\n', &mut line).map_err(io_error(&path))?;
        if !line.ends_with(b"\n") {
            return Err(FolderError::Nothing(folder.to_owned()));
        }
        let heading: Result<Heading, _> = serde_json::from_slice(&line);
        let damaged = |source| FolderError::Damaged { path, line: 1, source };
        heading.map(|heading| heading.tournament).map_err(damaged)
    }
}

fn open_journal(folder: &Path) -> Result<File, FolderError> {
    let path = folder.join(JOURNAL);
    File::open(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => FolderError::Nothing(folder.to_owned()),
        _ => io_error(&path)(error),
    })
}

/// Whether the tournament is being played.
pub(crate) fn is_in_use(folder: &Path) -> bool {
    let locked = |journal: File| matches!(journal.try_lock_shared(), Err(TryLockError::WouldBlock));
    open_journal(folder).is_ok_and(locked)
}

impl Saved {
    /// Reads the folder of a tournament, running or not.
    ///
    /// # Errors
    ///
    /// There is none, or it is damaged. An incomplete last line is ignored: that game was not finished.
    pub fn read(folder: &Path) -> Result<Saved, FolderError> {
        let path = folder.join(JOURNAL);
        let mut reader = BufReader::new(open_journal(folder)?);
        let (mut heading, mut records, mut n_bytes) = (None::<Heading>, Vec::new(), 0);
        let mut stages = Vec::new();
        for number in 1.. {
            let mut line = Vec::new();
            let len = reader.read_until(b'\n', &mut line).map_err(io_error(&path))?;
            if !line.ends_with(b"\n") {
                break;
            }
            let damaged = |source| FolderError::Damaged { path: path.clone(), line: number, source };
            if heading.is_none() || is_heading(&line) {
                let read: Heading = serde_json::from_slice(&line).map_err(damaged)?;
                grow(&mut stages, &read.tournament);
                heading = Some(read);
            } else {
                records.push(serde_json::from_slice(&line).map_err(damaged)?);
            }
            n_bytes += len as u64;
        }
        let Heading { version, tournament, checksum } =
            heading.ok_or_else(|| FolderError::Nothing(folder.to_owned()))?;
        Ok(Saved { file: tournament, records, n_bytes, version, checksum, stages })
    }

    /// How it has grown when it goes on as this one.
    pub(crate) fn stages_with(&self, tournament: &TournamentFile) -> Vec<Stage> {
        let mut stages = self.stages.clone();
        grow(&mut stages, tournament);
        stages
    }

    /// Whether it can go on as this tournament.
    fn check(
        &self,
        path: &Path,
        tournament: &TournamentFile,
        checksum: &impl Fn(usize) -> u64,
    ) -> Result<(), FolderError> {
        let (before, after) = (self.file.stage(), tournament.stage());
        if self.version != VERSION {
            return Err(FolderError::Version(path.to_owned()));
        }
        if !tournament.continues(&self.file) || self.checksum != checksum(before.n_players) {
            return Err(FolderError::Other(path.to_owned()));
        }
        let has_no_round = after.n_players > before.n_players && after.rounds == before.rounds;
        if tournament.format == Format::Swiss && has_no_round { Err(FolderError::NoRound) } else { Ok(()) }
    }

    /// How often a game is in the journal.
    pub(crate) fn n_runs(&self, game: usize) -> usize {
        self.records.iter().filter(|record| record.game == game).count()
    }
}

impl Folder {
    /// Opens the folder to continue a tournament, or creates one. `checksum` is that of the openings and of the prompts of
    /// the first players.
    pub(crate) fn open(
        path: &Path,
        tournament: &TournamentFile,
        checksum: impl Fn(usize) -> u64,
    ) -> Result<(Folder, Vec<GameRecord>), FolderError> {
        fs::create_dir_all(path).map_err(io_error(path))?;
        let name = path.join(JOURNAL);
        let journal = OpenOptions::new().create(true).read(true).append(true).open(&name);
        let journal = journal.map_err(io_error(&name))?;
        if !lock(&journal) {
            return Err(FolderError::InUse(path.to_owned()));
        }
        let saved = match Saved::read(path) {
            Err(FolderError::Nothing(_)) => None,
            saved => Some(saved?),
        };
        journal.set_len(saved.as_ref().map_or(0, |saved| saved.n_bytes)).map_err(io_error(&name))?;
        saved.as_ref().map_or(Ok(()), |saved| saved.check(path, tournament, &checksum))?;
        prune(path, saved.as_ref())?;
        live::clear(path).map_err(io_error(&path.join(live::LIVE)))?;
        let attempts = path.join(ATTEMPTS);
        let attempts =
            OpenOptions::new().create(true).append(true).open(&attempts).map_err(io_error(&attempts))?;
        let stages =
            saved.as_ref().map_or_else(|| vec![tournament.stage()], |saved| saved.stages_with(tournament));
        let folder = Folder { path: path.to_owned(), stages, journal, attempts: Mutex::new(attempts) };
        let is_told = saved.as_ref().is_some_and(|saved| {
            TournamentFile { concurrency: saved.file.concurrency, ..tournament.clone() } == saved.file
        });
        if !is_told {
            let checksum = checksum(tournament.players.len());
            folder.write_line(&Heading { version: VERSION, checksum, tournament: tournament.clone() })?;
        }
        Ok((folder, saved.map(|saved| saved.records).unwrap_or_default()))
    }

    /// Appends a game to the journal. It is on disk when this returns.
    pub(crate) fn append(&self, record: &GameRecord) -> Result<(), FolderError> {
        self.write_line(record)?;
        // The file may not exist.
        let _ = fs::remove_file(live::path_of(&self.path, record.game));
        Ok(())
    }

    fn write_line(&self, value: &impl Serialize) -> Result<(), FolderError> {
        let write = |mut file: &File| {
            let mut line = serde_json::to_vec(value)?;
            line.push(b'\n');
            file.write_all(&line)?;
            file.sync_data()
        };
        write(&self.journal).map_err(io_error(&self.path.join(JOURNAL)))
    }
}

/// Locks the journal. A spectator's check holds a lock for a moment, so there are several tries.
fn lock(journal: &File) -> bool {
    const TRIES: u32 = 10;
    (0..TRIES).any(|_| {
        let is_locked = journal.try_lock().is_ok();
        if !is_locked {
            thread::sleep(Duration::from_millis(20));
        }
        is_locked
    })
}

/// Removes the attempts of games that are not in the journal: they will be played again.
fn prune(folder: &Path, saved: Option<&Saved>) -> Result<(), FolderError> {
    let path = folder.join(ATTEMPTS);
    let mut kept = Vec::new();
    let read = read_attempts(folder, |line, attempt| {
        if attempt.run < saved.map_or(0, |saved| saved.n_runs(attempt.game)) {
            kept.extend_from_slice(line);
        }
        Ok(())
    });
    let is_complete = fs::metadata(&path).is_ok_and(|file| file.len() == kept.len() as u64);
    let write = |()| if is_complete { Ok(()) } else { write_atomically(&path, &kept) };
    read.and_then(write).map_err(io_error(&path))
}

/// Reads the attempts line by line, because there may be many. Unreadable lines are skipped: only the last one can be
/// incomplete, and its game is not finished.
pub(crate) fn read_attempts(
    folder: &Path,
    mut each: impl FnMut(&[u8], AttemptRecord) -> io::Result<()>,
) -> io::Result<()> {
    let file = match File::open(folder.join(ATTEMPTS)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        if let Ok(attempt) = serde_json::from_slice(&line) {
            each(&line, attempt)?;
        }
        line.clear();
    }
    Ok(())
}
