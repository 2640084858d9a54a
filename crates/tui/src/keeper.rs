//! Games that outlive the program: each running game in a file of its own, offered again when whoever
//! played it is gone.
//!
//! Beside every game lies a lock file, which the program holds as long as it runs and which the system
//! lets go of however the program ends. A game whose lock can be had was left behind.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use crownhead_files::write_atomically;

/// Keeps the running game in a folder, beside those of other windows.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    /// The game that is played here.
    own: Option<Claim>,
    /// A game that was left behind, which nobody else is offered as long as it is ours.
    left: Option<Claim>,
}

/// A game's file, and the right to it.
#[derive(Debug)]
struct Claim {
    game: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

impl Keeper {
    /// A keeper of games in a folder, which is made when it is needed.
    pub fn new(folder: PathBuf) -> Keeper {
        Keeper { folder, own: None, left: None }
    }

    /// Looks for the last game that was left behind and that somebody wants, by its text. Is there one?
    pub fn find(&mut self, mut is_wanted: impl FnMut(&str) -> bool) -> bool {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut games: Vec<(SystemTime, PathBuf)> = files
            .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
            .filter(|(_, path)| GAMES.iter().any(|ending| path.extension().is_some_and(|own| own == *ending)))
            .collect();
        games.sort();
        let claims = games.into_iter().rev().filter_map(|(_, game)| Claim::of(game).ok().flatten());
        // Whoever had it may have let it go just now.
        let mut texts =
            claims.filter_map(|claim| fs::read_to_string(&claim.game).ok().map(|text| (claim, text)));
        self.left = texts.find(|(_, text)| is_wanted(text)).map(|(claim, _)| claim);
        self.left.is_some()
    }

    /// Lets go of the game that was found, for good.
    pub(crate) fn discard(&mut self) -> io::Result<()> {
        self.left.take().map_or(Ok(()), Claim::remove)
    }

    /// Writes the running game.
    pub(crate) fn keep(&mut self, text: &str) -> io::Result<()> {
        let claim = match self.own.take() {
            Some(claim) => claim,
            None => self.claim_another()?,
        };
        let written = write_atomically(&claim.game, text.as_bytes());
        self.own = Some(claim);
        written
    }

    /// There is no running game any more.
    pub(crate) fn forget(&mut self) -> io::Result<()> {
        self.own.take().map_or(Ok(()), Claim::remove)
    }

    /// A file that no game is in, named by the process and, if there was a process of that name before, a number.
    fn claim_another(&self) -> io::Result<Claim> {
        fs::create_dir_all(&self.folder)?;
        let process = std::process::id();
        let mut names = (1..).map(|number: u32| self.folder.join(format!("{process}-{number}.{}", GAMES[0])));
        loop {
            let game = names.next().filter(|game| !game.exists());
            if let Some(claim) = game.map(Claim::of).transpose()?.flatten() {
                return Ok(claim);
            }
        }
    }
}

/// How the names of games end: now, and before.
const GAMES: [&str; 2] = ["json", "pdn"];
const LOCK: &str = "lock";

impl Claim {
    /// The right to a game's file, unless somebody else has it.
    fn of(game: PathBuf) -> io::Result<Option<Claim>> {
        let lock = File::create(game.with_extension(LOCK))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Claim { game, _lock: lock })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }

    fn remove(self) -> io::Result<()> {
        let removed = absent(fs::remove_file(&self.game));
        removed.and(absent(fs::remove_file(self.game.with_extension(LOCK))))
    }
}

/// A file that is not there need not be removed.
fn absent(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("crownhead-keeper-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            Folder(folder)
        }

        fn keeper(&self) -> Keeper {
            Keeper::new(self.0.clone())
        }

        /// What is offered to somebody who comes later.
        fn found(keeper: &mut Keeper) -> Option<String> {
            let mut text = None;
            keeper.find(|found| {
                text = Some(found.to_owned());
                true
            });
            text
        }

        fn n_files(&self) -> usize {
            fs::read_dir(&self.0).map_or(0, Iterator::count)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_game_that_is_played_is_neither_offered_nor_overwritten() {
        let folder = Folder::new("two");
        let (mut first, mut second) = (folder.keeper(), folder.keeper());
        first.keep("first").unwrap();
        assert_eq!(Folder::found(&mut second), None);
        second.keep("second").unwrap();
        drop(first);
        // The first window was closed: its game is offered, and only once.
        let mut third = folder.keeper();
        assert_eq!(Folder::found(&mut third).as_deref(), Some("first"));
        assert_eq!(Folder::found(&mut folder.keeper()), None);
        drop(second);
        assert_eq!(Folder::found(&mut folder.keeper()).as_deref(), Some("second"));
    }

    #[test]
    fn a_game_that_was_left_is_there_until_it_is_resumed_or_declined() {
        let folder = Folder::new("left");
        folder.keeper().keep("left").unwrap();
        // Somebody looks, and plays another game instead.
        let mut other = folder.keeper();
        assert_eq!(Folder::found(&mut other).as_deref(), Some("left"));
        other.keep("another").unwrap();
        other.forget().unwrap();
        drop(other);
        let mut again = folder.keeper();
        assert_eq!(Folder::found(&mut again).as_deref(), Some("left"));
        again.discard().unwrap();
        assert_eq!((Folder::found(&mut folder.keeper()), folder.n_files()), (None, 0));
    }
}
