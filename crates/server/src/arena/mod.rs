//! Tournaments to look at: the folders they are played in, by this program or another one.
//!
//! The disk is the truth. A tournament is read as far as somebody asks for it, and followed while somebody watches.

mod convert;
mod show;
mod socket;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crownhead_arena::tournament::{FolderError, Gallery, JOURNAL};

use crate::blocking::Blocking;
use crate::chain::Chain;
use crate::error::ApiError;
use crate::wire::{ArenaList, ArenaStory, ArenaTournament};

pub(crate) use show::{Show, Spectator};
pub(crate) use socket::serve;

/// Tournaments in a list.
const MAX_LISTED: usize = 200;

/// Where tournaments are looked for.
#[derive(Clone)]
pub(crate) struct Arena {
    hall: Option<Arc<Hall>>,
    blocking: Blocking,
}

struct Hall {
    place: Place,
    /// Those that somebody has asked for, by their names.
    shows: Mutex<HashMap<String, Arc<Show>>>,
}

enum Place {
    /// A folder with the folders of tournaments in it.
    Many(PathBuf),
    /// The folder of one tournament, and its name.
    One(PathBuf, String),
}

impl Arena {
    /// Looks for tournaments in a folder, or at the one that it is. Without a folder there are none.
    ///
    /// # Errors
    ///
    /// There is no such folder.
    pub(crate) fn open(folder: Option<&Path>, blocking: Blocking) -> io::Result<Arena> {
        let Some(folder) = folder else { return Ok(Arena { hall: None, blocking }) };
        let folder = folder.canonicalize()?;
        if !folder.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let name = folder.file_name().and_then(|name| name.to_str()).map(str::to_owned);
        let place = match name {
            Some(name) if folder.join(JOURNAL).is_file() => Place::One(folder, name),
            _ => Place::Many(folder),
        };
        let hall = Hall { place, shows: Mutex::default() };
        Ok(Arena { hall: Some(Arc::new(hall)), blocking })
    }

    /// All tournaments.
    pub(crate) async fn list(&self) -> Result<ArenaList, ApiError> {
        let Some(hall) = self.hall.clone() else {
            return Ok(ArenaList { open: false, tournaments: Vec::new() });
        };
        let summaries = move || {
            let names = hall.names();
            hall.forget_all_but(&names);
            // A folder that cannot be read has nothing to show.
            names.iter().filter_map(|name| hall.show(name).ok()?.summary().ok()).collect()
        };
        Ok(ArenaList { open: true, tournaments: self.blocking.run(summaries).await? })
    }

    /// A tournament as it stands.
    pub(crate) async fn tournament(&self, name: &str) -> Result<ArenaTournament, ApiError> {
        self.look(name, |show| Ok(show.state()?)).await
    }

    /// A game of a tournament, in its last run unless another is named.
    pub(crate) async fn story(
        &self,
        name: &str,
        game: u32,
        run: Option<u32>,
    ) -> Result<ArenaStory, ApiError> {
        self.look(name, move |show| show.story(game, run)?.ok_or_else(|| ApiError::not_found("game"))).await
    }

    /// The report of a tournament.
    pub(crate) async fn report(&self, name: &str) -> Result<String, ApiError> {
        self.look(name, |show| Ok(show.report()?)).await
    }

    /// The games of a tournament.
    pub(crate) async fn pdn(&self, name: &str) -> Result<String, ApiError> {
        self.look(name, |show| Ok(show.pdn()?)).await
    }

    /// Somebody who watches a tournament from now on.
    pub(crate) async fn watch(&self, name: &str) -> Result<Spectator, ApiError> {
        self.look(name, |show| Ok(show.clone().enter()?)).await
    }

    /// Does something with a tournament that may wait for the disk.
    async fn look<T: Send + 'static>(
        &self,
        name: &str,
        f: impl FnOnce(&Arc<Show>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let nothing = || ApiError::not_found("tournament");
        let (hall, name) = (self.hall.clone().ok_or_else(nothing)?, name.to_owned());
        self.blocking.run(move || f(&hall.show(&name)?)).await?
    }
}

impl Hall {
    /// The names of tournaments, the one that was played last first.
    fn names(&self) -> Vec<String> {
        let folder = match &self.place {
            Place::One(_, name) => return vec![name.clone()],
            Place::Many(folder) => folder,
        };
        let dated = |entry: io::Result<fs::DirEntry>| -> Option<(SystemTime, String)> {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok().filter(|name| is_name(name))?;
            let played = entry.path().join(JOURNAL).metadata().ok()?.modified().ok()?;
            Some((played, name))
        };
        let mut names: Vec<_> = fs::read_dir(folder).into_iter().flatten().filter_map(dated).collect();
        names.sort_by(|a, b| b.cmp(a));
        names.truncate(MAX_LISTED);
        names.into_iter().map(|(_, name)| name).collect()
    }

    /// The tournament with this name.
    fn show(&self, name: &str) -> Result<Arc<Show>, FolderError> {
        let nothing = || FolderError::Nothing(PathBuf::from(name));
        let folder = match &self.place {
            Place::One(folder, own) if own == name => folder.clone(),
            Place::Many(folder) if is_name(name) => folder.join(name),
            _ => return Err(nothing()),
        };
        let known = self.shows.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(show) = known {
            return Ok(show);
        }
        // It may take a while to read, and others should not wait for it.
        let show = Arc::new(Show::new(name, folder.clone(), Gallery::open(&folder)?));
        let mut shows = self.shows.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(shows.entry(name.to_owned()).or_insert(show).clone())
    }

    /// Forgets tournaments whose folders are gone.
    fn forget_all_but(&self, names: &[String]) {
        let mut shows = self.shows.lock().unwrap_or_else(PoisonError::into_inner);
        shows.retain(|name, show| names.contains(name) || show.is_watched());
    }
}

/// Is it the name of a folder, and not a way to somewhere else?
fn is_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let is_single = matches!(parts.next(), Some(Component::Normal(part)) if part == name);
    is_single && parts.next().is_none() && !name.starts_with('.') && !name.contains(['/', '\\', '\0'])
}

impl From<FolderError> for ApiError {
    fn from(error: FolderError) -> ApiError {
        if !matches!(error, FolderError::Nothing(_)) {
            tracing::warn!("{}", Chain(&error));
        }
        ApiError::not_found("tournament")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        for name in ["autumn", "Levels 1 to 8", "späte Runde", "a..b", "run-2.old"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", ".", "..", "../etc", "a/b", "/etc", "a/..", "a/", "a\\b", "..\\a", ".git", "a\0"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
