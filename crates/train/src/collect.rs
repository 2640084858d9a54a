//! Batches of games in a folder: several at once, kept as they are finished.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use crownhead_engine::Evaluator;

use crate::file::{DataError, read_samples, write_samples};
use crate::games::SelfPlay;
use crate::sample::Sample;

/// A batch that is finished.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// Its number.
    pub number: u64,
    /// The positions it brought.
    pub n_samples: usize,
    /// Was it there already?
    pub is_old: bool,
}

/// Plays those batches that the folder does not hold yet. A batch depends on its number alone, so a
/// run that was interrupted goes on where it was.
///
/// # Errors
///
/// A file cannot be written, or one that is there cannot be read.
pub fn collect<E: Evaluator + Sync>(
    self_play: &SelfPlay<'_, E>,
    folder: &Path,
    batches: Range<u64>,
    threads: usize,
    mut report: impl FnMut(Batch),
) -> Result<(), DataError> {
    fs::create_dir_all(folder).map_err(DataError::io(folder))?;
    let (next, failed) = (AtomicU64::new(batches.start), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (sender, next, failed, end) = (sender.clone(), &next, &failed, batches.end);
            scope.spawn(move || {
                while !failed.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= end || sender.send(one_batch(self_play, folder, number)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for batch in receiver {
            match batch {
                Ok(batch) => report(batch),
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    outcome = Err(error);
                }
            }
        }
        outcome
    })
}

fn one_batch<E: Evaluator>(
    self_play: &SelfPlay<'_, E>,
    folder: &Path,
    number: u64,
) -> Result<Batch, DataError> {
    let path = batch_file(folder, number);
    if path.exists() {
        return Ok(Batch { number, n_samples: read_samples(&path)?.len(), is_old: true });
    }
    let samples = self_play.batch(number);
    write_samples(&path, &samples)?;
    Ok(Batch { number, n_samples: samples.len(), is_old: false })
}

fn batch_file(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:08}.pos"))
}

/// The samples of all files in a folder, in the order of their names, or those of a single file.
///
/// # Errors
///
/// A file cannot be read.
pub fn gather(path: &Path) -> Result<Vec<Sample>, DataError> {
    if path.is_file() {
        return read_samples(path);
    }
    let entries = fs::read_dir(path).map_err(DataError::io(path))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "pos"));
    files.sort();
    let mut samples = Vec::new();
    for file in files {
        samples.extend(read_samples(&file)?);
    }
    Ok(samples)
}
