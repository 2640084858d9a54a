//! Game files into an index on the disk, on two threads: one reads and replays, the other writes down.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use crownhead_pdn::{Problem, ReadError, Reader};
use thiserror::Error;

use crate::build::Builder;
use crate::facts::Facts;
use crate::sorter::Sorter;

/// Games that one thread hands to the other at a time.
const BATCH: usize = 256;
/// Batches that may wait.
const WAITING: usize = 16;
/// Places of positions that are held in memory: 256 megabytes of them.
const PLACES_IN_MEMORY: usize = 16 << 20;
/// Unreadable games that are told one by one.
const MAX_PROBLEMS: usize = 20;

/// Game files to be made into an index.
///
/// ```no_run
/// use crownhead_collection::{Import, Index};
///
/// let imported = Import::new(["club.pdn", "match.pdn"]).write("all.games".as_ref(), |_| {})?;
/// println!("{} games", imported.games);
/// let index = Index::open("all.games".as_ref())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Import {
    files: Vec<PathBuf>,
    places_in_memory: usize,
}

/// What was imported.
#[derive(Debug, Default)]
pub struct Imported {
    /// Games.
    pub games: usize,
    /// Positions.
    pub positions: u64,
    /// Games that could not be read at all, and are not in the index.
    pub unreadable: usize,
    /// Games of which only the first moves are in the index.
    pub incomplete: usize,
    /// The first problems, each with its file.
    pub problems: Vec<(PathBuf, ReadError)>,
}

/// Why games cannot be imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// A game file cannot be read.
    #[error("{}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A game file fails while it is read.
    #[error("{}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// Where it fails, and why.
        source: ReadError,
    },
    /// The index cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// What the reading thread says.
enum Message {
    File(PathBuf),
    Games(Vec<(Facts, u64)>),
    Unreadable(PathBuf, ReadError),
}

impl Import {
    /// An import of some files, in this order. Their absolute names are kept.
    pub fn new(files: impl IntoIterator<Item = impl Into<PathBuf>>) -> Import {
        Import { files: files.into_iter().map(Into::into).collect(), places_in_memory: PLACES_IN_MEMORY }
    }

    /// Holds up to `n` positions in memory at a time, 16 bytes each.
    #[must_use]
    pub fn with_positions_in_memory(mut self, n: usize) -> Import {
        self.places_in_memory = n.max(1);
        self
    }

    /// Reads all games and writes the index. `progress` is told the number of games from time to time. The file is
    /// replaced at the end; until then, and if anything fails, the old one stays.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written.
    pub fn write(&self, path: &Path, mut progress: impl FnMut(usize)) -> Result<Imported, ImportError> {
        let failed = |source| ImportError::Write { path: path.to_owned(), source };
        let mut builder = Builder::with_sorter(Sorter::on_disk(self.places_in_memory));
        let mut imported = Imported::default();
        let (sender, receiver) = sync_channel(WAITING);
        thread::scope(|scope| {
            let reading = scope.spawn(move || read_files(&self.files, &sender));
            // An error drops the receiver, and the other thread notices.
            for message in receiver {
                take(&mut builder, &mut imported, message).map_err(failed)?;
                progress(builder.n_games());
            }
            reading.join().expect("the reading thread does not panic")
        })?;
        imported.games = builder.n_games();
        replace(path, builder).map_err(failed)?;
        Ok(imported)
    }
}

fn take(builder: &mut Builder, imported: &mut Imported, message: Message) -> io::Result<()> {
    match message {
        Message::File(path) => builder.begin_file(&path.to_string_lossy()),
        Message::Games(games) => {
            for (facts, offset) in games {
                imported.positions += facts.keys.len() as u64;
                imported.incomplete += usize::from(!facts.is_whole);
                builder.add(&facts, offset)?;
            }
        }
        Message::Unreadable(path, error) => {
            imported.unreadable += 1;
            if imported.problems.len() < MAX_PROBLEMS {
                imported.problems.push((path, error));
            }
        }
    }
    Ok(())
}

/// Writes an index so that it is there whole or not at all.
fn replace(path: &Path, builder: Builder) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut temporary = tempfile::Builder::new();
    // Temporary files are private by default; this one becomes an ordinary file.
    #[cfg(unix)]
    temporary.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = temporary.tempfile_in(folder)?;
    let out = builder.write(BufWriter::with_capacity(1 << 20, file))?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Hands over all games of all files. Stops when nobody listens any more.
fn read_files(files: &[PathBuf], sender: &SyncSender<Message>) -> Result<(), ImportError> {
    for file in files {
        let failed = |source| ImportError::Read { path: file.clone(), source };
        let path = fs::canonicalize(file).map_err(failed)?;
        if path.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        let source = File::open(&path).map_err(failed)?;
        if sender.send(Message::File(path)).is_err() {
            return Ok(());
        }
        if !read_file(file, source, sender)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns whether somebody listens.
fn read_file(path: &Path, source: File, sender: &SyncSender<Message>) -> Result<bool, ImportError> {
    let mut reader = Reader::new(source);
    let mut batch = Vec::with_capacity(BATCH);
    while let Some(record) = reader.next() {
        let message = match record {
            Ok(record) => {
                batch.push((Facts::of(&record), reader.game_offset()));
                if batch.len() < BATCH {
                    continue;
                }
                Message::Games(std::mem::replace(&mut batch, Vec::with_capacity(BATCH)))
            }
            Err(error) => Message::Unreadable(path.to_owned(), unless_io(path, error)?),
        };
        if sender.send(message).is_err() {
            return Ok(false);
        }
    }
    Ok(sender.send(Message::Games(batch)).is_ok())
}

/// A source that fails ends the import; anything else is a fault of one game.
fn unless_io(path: &Path, error: ReadError) -> Result<ReadError, ImportError> {
    match error.problem() {
        Problem::Io(_) => Err(ImportError::Input { path: path.to_owned(), source: error }),
        _ => Ok(error),
    }
}
