//! Batches of self-play games in a folder: several at once, each saved when it is finished.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::file::{DataError, read_samples, write_samples};
use crate::sample::Sample;
use crate::self_play::SelfPlay;

/// A finished batch.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// Its number.
    pub number: u64,
    /// The number of positions in it.
    pub n_samples: usize,
    /// Whether an earlier run had played it.
    pub existed: bool,
}

/// Plays the batches that are missing in the folder. A batch depends on its number alone, so an interrupted run continues where
/// it stopped.
///
/// # Errors
///
/// A file cannot be written, or an existing one cannot be read.
pub fn play_batches(
    self_play: &SelfPlay<'_>,
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
                    if number >= end || sender.send(play_batch(self_play, folder, number)).is_err() {
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

fn play_batch(self_play: &SelfPlay<'_>, folder: &Path, number: u64) -> Result<Batch, DataError> {
    let path = folder.join(format!("{number:08}.pos"));
    if path.exists() {
        return Ok(Batch { number, n_samples: read_samples(&path)?.len(), existed: true });
    }
    let samples = self_play.batch(number);
    write_samples(&path, &samples)?;
    Ok(Batch { number, n_samples: samples.len(), existed: false })
}

/// The samples of all files in a folder, in the order of their names, or those of a single file.
///
/// # Errors
///
/// A file cannot be read.
pub fn load_samples(path: &Path) -> Result<Vec<Sample>, DataError> {
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
