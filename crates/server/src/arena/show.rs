//! One tournament, and those who watch it: what is new is read once, and told to all.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use crownhead_arena::tournament::{FolderError, GAMES, Gallery, JOURNAL, News, REPORT, Saved};
use tokio::sync::broadcast;

use super::convert;
use crate::wire::{ArenaMessage, ArenaStory, ArenaSummary, ArenaTournament};

/// A tournament that is watched is looked at so often.
const PAUSE: Duration = Duration::from_millis(300);
/// News that may wait for a spectator. Whoever is slower gets a new beginning.
const BACKLOG: usize = 16;

/// A tournament that can be looked at.
pub(crate) struct Show {
    name: String,
    folder: PathBuf,
    seen: Mutex<Seen>,
    news: broadcast::Sender<Utf8Bytes>,
    /// One report is made at a time: it may be large.
    writing: Mutex<()>,
}

struct Seen {
    gallery: Gallery,
    summary: ArenaSummary,
    /// Does a task look for news?
    is_followed: bool,
}

/// Somebody who watches.
pub(crate) struct Spectator {
    show: Arc<Show>,
    /// Everything, as a message.
    pub(crate) snapshot: Utf8Bytes,
    /// What has happened since.
    pub(crate) news: broadcast::Receiver<Utf8Bytes>,
}

impl Show {
    pub(crate) fn new(name: &str, folder: PathBuf, gallery: Gallery) -> Show {
        let summary = convert::summary(name, &gallery);
        let seen = Mutex::new(Seen { gallery, summary, is_followed: false });
        let news = broadcast::channel(BACKLOG).0;
        Show { name: name.to_owned(), folder, seen, news, writing: Mutex::default() }
    }

    /// Does anybody watch?
    pub(crate) fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// What it is.
    pub(crate) fn summary(&self) -> Result<ArenaSummary, FolderError> {
        Ok(self.look()?.summary.clone())
    }

    /// How it stands.
    pub(crate) fn state(&self) -> Result<ArenaTournament, FolderError> {
        let seen = self.look()?;
        Ok(convert::tournament(&seen.summary, &seen.gallery))
    }

    /// A game, in its last run unless another is named.
    pub(crate) fn story(&self, game: u32, run: Option<u32>) -> Result<Option<ArenaStory>, FolderError> {
        let mut seen = self.look()?;
        let (game, run) = (game as usize, run.map(|run| run as usize));
        let story = seen.gallery.story(game, run)?;
        Ok(story.map(|story| convert::story(&seen.summary, &seen.gallery, game, run, story)))
    }

    /// The report: the one in the folder, or a new one if games have ended since.
    pub(crate) fn report(&self) -> Result<String, FolderError> {
        self.written(REPORT, |saved| saved.report(&self.folder))
    }

    /// The games that are over, as a file.
    pub(crate) fn pdn(&self) -> Result<String, FolderError> {
        self.written(GAMES, |saved| Ok(saved.pdn()))
    }

    fn written(
        &self,
        name: &str,
        make: impl FnOnce(&Saved) -> Result<String, FolderError>,
    ) -> Result<String, FolderError> {
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let time = |name: &str| self.folder.join(name).metadata()?.modified();
        let is_current = matches!((time(name), time(JOURNAL)), (Ok(made), Ok(played)) if made >= played);
        let kept = is_current.then(|| fs::read_to_string(self.folder.join(name)).ok()).flatten();
        kept.map_or_else(|| make(&Saved::read(&self.folder)?), Ok)
    }

    /// Lets somebody in to watch, and begins to look for news if nobody did.
    pub(crate) fn enter(self: Arc<Show>) -> Result<Spectator, FolderError> {
        let mut seen = self.look()?;
        let snapshot = snapshot(&seen);
        // Subscribed before others can read on, so that nothing is missed in between.
        let news = self.news.subscribe();
        if !seen.is_followed {
            seen.is_followed = true;
            tokio::spawn(follow(self.clone()));
        }
        drop(seen);
        Ok(Spectator { show: self, snapshot, news })
    }

    /// Reads what is new and tells those who watch. Whoever looks first does it for all.
    fn look(&self) -> Result<MutexGuard<'_, Seen>, FolderError> {
        let mut seen = self.seen();
        let news = seen.gallery.catch_up()?;
        if !news.is_empty() {
            let summary = convert::summary(&self.name, &seen.gallery);
            let is_other = summary != seen.summary;
            seen.summary = summary;
            if self.is_watched() {
                // Nobody hears it when the last one has just left.
                let _ = self.news.send(told(&seen, &news, is_other));
            }
        }
        Ok(seen)
    }

    /// Looks for news, unless nobody wants to hear them any more.
    fn look_if_watched(&self) -> bool {
        // What cannot be read now may be read later.
        drop(self.look());
        let mut seen = self.seen();
        seen.is_followed = self.is_watched();
        seen.is_followed
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spectator {
    /// Begins anew, for one that has missed something.
    pub(crate) async fn begin_anew(&mut self) {
        let show = self.show.clone();
        let entered = tokio::task::spawn_blocking(move || show.enter()).await;
        if let Ok(Ok(entered)) = entered {
            *self = entered;
        }
    }
}

/// Looks for news of a tournament as long as somebody watches.
async fn follow(show: Arc<Show>) {
    loop {
        tokio::time::sleep(PAUSE).await;
        let look = show.clone();
        let is_watched = tokio::task::spawn_blocking(move || look.look_if_watched()).await;
        if !is_watched.unwrap_or(false) {
            return;
        }
    }
}

fn snapshot(seen: &Seen) -> Utf8Bytes {
    let tournament = Box::new(convert::tournament(&seen.summary, &seen.gallery));
    text(&ArenaMessage::Snapshot { tournament })
}

fn told(seen: &Seen, news: &News, is_other: bool) -> Utf8Bytes {
    if news.is_anew {
        return snapshot(seen);
    }
    let summary = is_other.then(|| seen.summary.clone());
    text(&ArenaMessage::News(Box::new(convert::news(&seen.gallery, news, summary))))
}

pub(super) fn text(message: &ArenaMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use crownhead_arena::openings::Openings;
    use crownhead_arena::tournament::{Resources, Tournament, TournamentFile};
    use crownhead_board::Game;
    use tokio::sync::broadcast::error::RecvError;

    use super::*;

    #[tokio::test]
    async fn whoever_is_too_slow_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let text = "name = 'Test'\nreview-nodes = 0\nplayers = [{ spec = 'random' }, { spec = 'level:1' }]";
        let file = TournamentFile::from_toml(text).unwrap();
        let openings = Openings::named("start", 1).unwrap();
        let tournament = Tournament::new(file, openings).unwrap();
        tournament.run(folder.path(), Resources::default(), |_, _| ()).unwrap();
        let gallery = Gallery::open(folder.path()).unwrap();
        let show = Arc::new(Show::new("test", folder.path().to_owned(), gallery));

        // A game that is played again, move by move.
        let begun = r#"{"what":"begun","game":0,"run":1,"round":0,"black":0,"white":1,"start":"B:W21-32:B1-12","opening":[],"clocks":[null,null],"at":1}"#;
        let mut live = fs::File::create(folder.path().join("live/0.jsonl")).unwrap();
        writeln!(live, "{begun}").unwrap();
        let mut spectator = show.clone().enter().unwrap();
        let mut game = Game::new();
        let mut play = || {
            let mv = game.legal_moves()[0];
            game.play(mv).unwrap();
            writeln!(live, r#"{{"what":"moved","move":"{}","at":2}}"#, mv.route_text()).unwrap();
            show.summary().unwrap();
        };
        (0..BACKLOG + 4).for_each(|_| play());

        assert!(matches!(spectator.news.recv().await, Err(RecvError::Lagged(_))));
        spectator.begin_anew().await;
        let snapshot: ArenaMessage = serde_json::from_str(&spectator.snapshot).unwrap();
        let ArenaMessage::Snapshot { tournament } = snapshot else { panic!("{snapshot:?}") };
        assert_eq!(tournament.live[0].ply as usize, BACKLOG + 4);
        play();
        let news: ArenaMessage = serde_json::from_str(&spectator.news.recv().await.unwrap()).unwrap();
        let ArenaMessage::News(news) = news else { panic!("{news:?}") };
        assert_eq!((news.moved[0].moves.len(), news.moved[0].live.ply as usize), (1, BACKLOG + 5));
    }
}
