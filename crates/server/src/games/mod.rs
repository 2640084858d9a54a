//! Games: an actor for each that somebody looks at, and a store for all.

mod actor;
mod edit;
mod game;
mod new;
mod saved;
mod state;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crownhead_endgame::Database;
use crownhead_store::{After, Store};

pub(crate) use actor::{Handle, Live};
pub(crate) use game::LiveGame;
pub(crate) use state::date_text;

use crate::chain::Chain;
use crate::error::ApiError;
use crate::pool::Pool;
use crate::wire::{GameList, GameState, GameSummary, NewGame};

/// All games of the server.
#[derive(Clone)]
pub(crate) struct Games {
    inner: Arc<Inner>,
}

struct Inner {
    live: Mutex<HashMap<String, Handle>>,
    surroundings: Surroundings,
}

/// What every game needs.
#[derive(Clone)]
pub(crate) struct Surroundings {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) pool: Pool,
    pub(crate) endings: &'static Database,
}

/// The length of an id. The letters are those that nobody takes for others.
const ID_LENGTH: usize = 12;
const ID_LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl Games {
    pub(crate) fn new(surroundings: Surroundings) -> Games {
        Games { inner: Arc::new(Inner { live: Mutex::default(), surroundings }) }
    }

    /// Begins a game.
    pub(crate) async fn begin(&self, new: NewGame) -> Result<GameState, ApiError> {
        let game = new::read(new, new_id(), chance())?;
        self.add(game).await
    }

    /// Another game like one, with the sides changed.
    pub(crate) async fn rematch(&self, id: &str) -> Result<GameState, ApiError> {
        let game = self.handle(id).await?.look(|game| game.clone()).await?;
        if game.is_analysis() {
            return Err(ApiError::not_now(
                "An analysis is not played. Start a game from its position instead.",
            ));
        }
        self.add(game.rematch(new_id(), chance())).await
    }

    async fn add(&self, game: LiveGame) -> Result<GameState, ApiError> {
        let surroundings = &self.inner.surroundings;
        surroundings.store.save(actor::saved(&game)?).await?;
        let handle = self.start(game);
        handle.state().await
    }

    /// The actor of a game, which is woken if it sleeps.
    pub(crate) async fn handle(&self, id: &str) -> Result<Handle, ApiError> {
        let is_id = id.len() == ID_LENGTH && id.bytes().all(|letter| ID_LETTERS.contains(&letter));
        if !is_id {
            return Err(ApiError::not_found("game"));
        }
        if let Some(handle) = self.live().get(id).filter(|handle| handle.is_awake()) {
            return Ok(handle.clone());
        }
        let saved = self.inner.surroundings.store.load(id.to_owned()).await?;
        let saved = saved.ok_or_else(|| ApiError::not_found("game"))?;
        let game = LiveGame::from_saved(&saved, Instant::now()).map_err(|error| {
            tracing::error!("saved game {id}: {}", Chain(&error));
            ApiError::new(
                axum::http::StatusCode::SERVICE_UNAVAILABLE,
                "storage",
                "This game was saved by another version of the program, or is damaged; it cannot be opened.",
            )
        })?;
        Ok(self.start(game))
    }

    /// Starts an actor, unless somebody else has in the meantime.
    fn start(&self, game: LiveGame) -> Handle {
        let mut live = self.live();
        live.retain(|_, handle| handle.is_awake());
        let id = game.id.clone();
        live.entry(id).or_insert_with(|| Handle::start(game, self.inner.surroundings.clone())).clone()
    }

    fn live(&self) -> std::sync::MutexGuard<'_, HashMap<String, Handle>> {
        self.inner.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deletes a game.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), ApiError> {
        let handle = self.handle(id).await?;
        self.live().remove(id);
        handle.end().await;
        self.inner.surroundings.store.delete(id.to_owned()).await?;
        Ok(())
    }

    /// Saved games, the newest first.
    pub(crate) async fn list(&self, after: Option<After>, limit: u32) -> Result<GameList, ApiError> {
        let listed = self.inner.surroundings.store.list(after, limit).await?;
        let last = listed.last().filter(|_| listed.len() == limit as usize);
        let next = last.map(|game| format!("{}-{}", game.changed, game.id));
        let summary = |text: &str| serde_json::from_str::<GameSummary>(text).ok();
        Ok(GameList { games: listed.iter().filter_map(|game| summary(&game.summary)).collect(), next })
    }
}

/// Milliseconds since 1970.
pub(crate) fn clock_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// Something that nobody knows before.
fn chance() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish()
}

pub(crate) fn new_id() -> String {
    let mut random = fastrand::Rng::with_seed(chance());
    (0..ID_LENGTH).map(|_| char::from(ID_LETTERS[random.usize(..ID_LETTERS.len())])).collect()
}
