//! What a session asks to be done outside: the engine, files, the clipboard.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::thread;

use crownhead_client::{Client, Http};
use crownhead_endgame::Database;
use crownhead_files::write_atomically;
use crownhead_pdn::Reader;

use crate::engine::Engine;
use crate::keeper::Keeper;
use crate::options::Settings;
use crate::session::{Effect, Happening, SavedAt};
use crate::viewer::GameFile;

/// Carries out effects, and tells through a channel what came of them.
#[derive(Debug)]
pub struct Backstage<T> {
    engine: Engine,
    tell: Sender<T>,
    wrap: fn(Happening) -> T,
    /// Who keeps the running game, if it is kept.
    keeper: Option<Keeper>,
    /// Who talks to the server, if people elsewhere are played with.
    client: Option<Client>,
}

impl<T: Send + 'static> Backstage<T> {
    /// Starts the engine. What happens is wrapped and sent. The running game is kept in a folder, if
    /// there is one.
    pub fn new(
        settings: &Settings,
        database: &'static Database,
        kept_in: Option<PathBuf>,
        tell: Sender<T>,
        wrap: fn(Happening) -> T,
    ) -> Backstage<T> {
        let to_engine = tell.clone();
        // Nobody listens any more when the program is about to end.
        let engine = Engine::start(settings, database, move |reply| {
            let _ = to_engine.send(wrap(Happening::Engine(reply)));
        });
        Backstage { engine, tell, wrap, keeper: kept_in.map(Keeper::new), client: None }
    }

    /// Goes to a server, and tells all that happens there.
    pub fn go_online(&mut self, http: Http) {
        let (tell, wrap) = (self.tell.clone(), self.wrap);
        self.client = Some(Client::with(http, move |event| {
            let _ = tell.send(wrap(Happening::Online(event)));
        }));
    }

    /// Looks for a game that was left unfinished by a program that is not running any more, the last one first, until one is
    /// wanted by its text. Is there one?
    pub fn find_left(&mut self, is_wanted: impl FnMut(&str) -> bool) -> bool {
        self.keeper.as_mut().is_some_and(|keeper| keeper.find(is_wanted))
    }

    /// Carries out an effect. A text for the clipboard is given back: only a terminal knows one.
    pub fn perform(&mut self, effect: Effect) -> Option<String> {
        match effect {
            Effect::Think(request) => self.engine.ask(*request),
            Effect::StopThinking => self.engine.stop(),
            Effect::Keep(text) => self.with_keeper(|keeper| keeper.keep(&text)),
            Effect::Forget => self.with_keeper(Keeper::forget),
            Effect::Discard => self.with_keeper(Keeper::discard),
            Effect::Save { path, text, replace, before } => {
                let saved = save(&path, &text, replace, before.as_ref());
                let saved = saved.map_err(|error| format!("{} cannot be written: {error}.", path.display()));
                self.send(Happening::Saved(saved));
            }
            Effect::Load(path) => self.load(path),
            Effect::Copy(text) => return Some(text),
            Effect::Order(order) => self.client.iter().for_each(|client| client.order(order.clone())),
            Effect::Ask(ask) => self.client.iter().for_each(|client| client.ask(ask.clone())),
        }
        None
    }

    fn send(&self, happening: Happening) {
        let _ = self.tell.send((self.wrap)(happening));
    }

    /// A large file takes its time, in which keys are answered.
    fn load(&self, path: PathBuf) {
        let (tell, wrap) = (self.tell.clone(), self.wrap);
        thread::spawn(move || {
            let name = path.display().to_string();
            let is_folder = path.is_dir();
            let file = match is_folder {
                true => Err(format!("{name} is a folder; name a file in it.")),
                false => GameFile::open(path).map_err(|error| format!("{name} cannot be read: {error}.")),
            };
            let _ = tell.send(wrap(Happening::Loaded(file)));
        });
    }

    /// Keeping a game must never get into the way of playing it, so a failure is only told.
    fn with_keeper(&mut self, job: impl FnOnce(&mut Keeper) -> io::Result<()>) {
        if let Some(Err(error)) = self.keeper.as_mut().map(job) {
            tracing::warn!("the running game is not kept: {error}");
            self.send(Happening::NotKept(error.to_string()));
        }
    }
}

/// The files and folders whose path begins with what was typed, as it would be typed; folders have a slash at the end.
pub(crate) fn files_beginning_with(typed: &str) -> Vec<String> {
    let (folder, begin) = typed.split_at(typed.rfind('/').map_or(0, |at| at + 1));
    let place = if folder.is_empty() { PathBuf::from(".") } else { expanded(folder) };
    let is_meant =
        |name: &String| name.starts_with(begin) && (!name.starts_with('.') || begin.starts_with('.'));
    let path = |entry: fs::DirEntry| {
        let slash = if entry.path().is_dir() { "/" } else { "" };
        let name = entry.file_name().into_string().ok().filter(is_meant)?;
        Some(format!("{folder}{name}{slash}"))
    };
    // A folder that cannot be read has nothing to offer.
    let mut paths: Vec<String> =
        fs::read_dir(place).into_iter().flatten().flatten().filter_map(path).collect();
    paths.sort();
    paths
}

/// A path in which `~/` stands for the home of the user.
pub(crate) fn expanded(file: &str) -> PathBuf {
    match (file.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(file),
    }
}

/// Writes a game behind those of a file, in place of them, or in place of itself.
fn save(path: &Path, text: &str, replace: bool, before: Option<&SavedAt>) -> io::Result<SavedAt> {
    if replace || !path.exists() {
        write_atomically(path, text.as_bytes())?;
        return Ok(SavedAt { path: path.to_owned(), start: 0, end: text.len() as u64 });
    }
    if !is_of_games(path)? {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is not a file of games; save! writes the game in place of what is there",
        ));
    }
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let length = file.metadata()?.len();
    // Only if nobody has written behind it in the meantime.
    let start = before.filter(|before| before.end == length).map_or(length, |before| before.start);
    file.set_len(start)?;
    file.seek(SeekFrom::Start(start))?;
    let gap = if start == 0 || ends_with_blank_line(path, start)? { "" } else { "\n" };
    file.write_all(format!("{gap}{text}").as_bytes())?;
    Ok(SavedAt { path: path.to_owned(), start, end: start + (gap.len() + text.len()) as u64 })
}

/// Can games be added to a file? Not where the first thing in it is no game.
fn is_of_games(path: &Path) -> io::Result<bool> {
    let mut file = Reader::new(fs::File::open(path)?);
    Ok(match file.next() {
        None => true,
        Some(Err(_)) => false,
        Some(Ok(record)) => record.tags.iter().next().is_some() || record.body.moves().next().is_some(),
    })
}

fn ends_with_blank_line(path: &Path, length: u64) -> io::Result<bool> {
    let mut file = fs::File::open(path)?;
    file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
    let mut end = Vec::new();
    file.take(2).read_to_end(&mut end)?;
    Ok(end == b"\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_added_to_a_file_without_games() {
        let path = std::env::temp_dir().join(format!("crownhead-notes-{}", std::process::id()));
        for notes in ["important notes\n", "root:x:0:0:root:/root:/bin/bash\n", "\u{1}\u{2}[[["] {
            fs::write(&path, notes).unwrap();
            let error = save(&path, "1. 9-14 *\n", false, None).unwrap_err();
            assert!(error.to_string().contains("it is not a file of games; save!"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), notes);
        }
        fs::write(&path, "").unwrap();
        save(&path, "1. 9-14 *\n", false, None).unwrap();
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_game_is_added_to_a_file_and_replaces_itself_there() {
        let folder = std::env::temp_dir().join(format!("crownhead-save-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.pdn");
        fs::write(&path, "1. 9-14 *\n").unwrap();
        let first = save(&path, "1. 11-15 *\n", false, None).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. 9-14 *\n\n1. 11-15 *\n");
        let second = save(&path, "1. 11-15 22-18 *\n", false, Some(&first)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. 9-14 *\n\n1. 11-15 22-18 *\n");
        fs::write(&path, "1. 9-14 *\n").unwrap();
        save(&path, "1. 10-15 *\n", false, Some(&second)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. 9-14 *\n\n1. 10-15 *\n");
        save(&path, "1. 12-16 *\n", true, None).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. 12-16 *\n");
        fs::remove_dir_all(&folder).unwrap();
    }
}
