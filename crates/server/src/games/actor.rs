//! The actor of a game: it has the game to itself, takes mail, saves each change before it is told to anybody,
//! watches the clock, and has the computer think.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use crownhead_store::SavedGame;
use tokio::sync::{mpsc, oneshot, watch};

use super::game::LiveGame;
use super::{Surroundings, clock_ms};
use crate::error::ApiError;
use crate::thinking::{BUSY_PAUSE, Thinking, found};
use crate::wire::{GameState, LiveMessage};

/// What others know of a game.
#[derive(Clone)]
pub(crate) struct Handle {
    mail: mpsc::Sender<Mail>,
    live: watch::Receiver<Live>,
}

/// What is to be told to everybody who watches a game.
#[derive(Clone, Debug)]
pub(crate) enum Live {
    /// The game is as it says.
    State(Utf8Bytes),
    /// The game was deleted.
    Gone,
}

enum Mail {
    /// Something to look at or to do. It answers by itself.
    Look(Box<dyn FnOnce(&LiveGame) + Send>),
    /// Something to change, or nothing but to look at the clock.
    Change(Option<Change>, oneshot::Sender<Result<Arc<GameState>, ApiError>>),
    /// The computer is to play what it has found.
    MoveNow,
    /// The game is deleted.
    End(oneshot::Sender<()>),
}

type Change = Box<dyn FnOnce(&mut LiveGame, Instant) -> Result<(), ApiError> + Send>;

/// Letters that may wait.
const MAILBOX: usize = 64;
/// A game that nobody looks at goes to sleep after this.
const PATIENCE: Duration = Duration::from_secs(120);

impl Handle {
    pub(super) fn start(game: LiveGame, surroundings: Surroundings) -> Handle {
        let (mail, inbox) = mpsc::channel(MAILBOX);
        let (tell, live) = watch::channel(Live::Gone);
        let mut actor = Actor { game, surroundings, tell, state: None, thinking: None };
        actor.attend();
        actor.publish();
        tokio::spawn(actor.run(inbox));
        Handle { mail, live }
    }

    pub(super) fn is_awake(&self) -> bool {
        !self.mail.is_closed()
    }

    /// Looks at the game.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&LiveGame) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (answer, answered) = oneshot::channel();
        let look = Box::new(move |game: &LiveGame| {
            // Whoever asked may have gone away.
            let _ = answer.send(look(game));
        });
        self.mail.send(Mail::Look(look)).await.map_err(|_| asleep())?;
        answered.await.map_err(|_| asleep())
    }

    /// Changes the game. When this has answered, the change is saved.
    pub(crate) async fn change(
        &self,
        change: impl FnOnce(&mut LiveGame, Instant) -> Result<(), ApiError> + Send + 'static,
    ) -> Result<Arc<GameState>, ApiError> {
        self.send(Some(Box::new(change))).await
    }

    async fn send(&self, change: Option<Change>) -> Result<Arc<GameState>, ApiError> {
        let (answer, answered) = oneshot::channel();
        self.mail.send(Mail::Change(change, answer)).await.map_err(|_| asleep())?;
        answered.await.map_err(|_| asleep())?
    }

    /// The state of the game.
    pub(crate) async fn state(&self) -> Result<GameState, ApiError> {
        self.send(None).await.map(Arc::unwrap_or_clone)
    }

    pub(crate) async fn move_now(&self) -> Result<(), ApiError> {
        self.mail.send(Mail::MoveNow).await.map_err(|_| asleep())
    }

    /// Ends the actor; the game is gone.
    pub(super) async fn end(&self) {
        let (answer, answered) = oneshot::channel();
        if self.mail.send(Mail::End(answer)).await.is_ok() {
            let _ = answered.await;
        }
    }

    /// What is to be told from now on.
    pub(crate) fn watch(&self) -> watch::Receiver<Live> {
        self.live.clone()
    }
}

/// The game went to sleep between being found and being asked; the next request wakes it.
fn asleep() -> ApiError {
    ApiError::new(axum::http::StatusCode::CONFLICT, "stale", "The game was just closed. Try again.")
}

/// The game as the store keeps it.
pub(super) fn saved(game: &LiveGame) -> Result<SavedGame, ApiError> {
    game.to_saved(Instant::now()).map_err(|error| {
        tracing::error!("game {}: {error}", game.id);
        ApiError::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, "storage", "The game could not be saved.")
    })
}

struct Actor {
    game: LiveGame,
    surroundings: Surroundings,
    tell: watch::Sender<Live>,
    /// The state as it was told last, as long as nothing has changed.
    state: Option<Arc<GameState>>,
    thinking: Option<Thinking>,
}

impl Actor {
    async fn run(mut self, mut inbox: mpsc::Receiver<Mail>) {
        loop {
            let flag = self.game.falls_in(Instant::now());
            tokio::select! {
                mail = inbox.recv() => match mail {
                    Some(Mail::End(answer)) => {
                        self.tell.send_replace(Live::Gone);
                        let _ = answer.send(());
                        return;
                    }
                    Some(mail) => self.open(mail).await,
                    None => return,
                },
                thought = found(&mut self.thinking) => self.hear(thought).await,
                () = sleep(flag) => self.tick().await,
                () = tokio::time::sleep(PATIENCE) => if self.is_idle() { return },
            }
        }
    }

    /// Does nobody watch, and nothing go on?
    fn is_idle(&self) -> bool {
        // One receiver is the handle's own.
        self.tell.receiver_count() <= 1
            && self.thinking.is_none()
            && self.game.falls_in(Instant::now()).is_none()
    }

    async fn open(&mut self, mail: Mail) {
        match mail {
            Mail::Look(look) => look(&self.game),
            Mail::MoveNow => {
                if let Some(thinking) = &self.thinking {
                    thinking.stop();
                }
            }
            Mail::Change(change, answer) => {
                let changed = self.change(change).await;
                // Whoever asked may have gone away; the change stands.
                let _ = answer.send(changed);
            }
            Mail::End(_) => {}
        }
    }

    /// Makes a change, saves it, and only then tells of it. What cannot be saved is not changed.
    async fn change(&mut self, change: Option<Change>) -> Result<Arc<GameState>, ApiError> {
        let mut game = self.game.clone();
        let now = Instant::now();
        // A flag that has fallen comes before whatever was sent too late.
        let has_fallen = game.tick(now);
        let done = match change {
            None if !has_fallen => return Ok(self.current()),
            Some(_) if has_fallen => Err(ApiError::not_now("The time has run out.")),
            Some(change) => Ok(change(&mut game, now)?),
            None => Ok(()),
        };
        game.version += 1;
        game.changed = clock_ms();
        self.surroundings.store.save(saved(&game)?).await?;
        self.game = game;
        self.attend();
        self.publish();
        done.map(|()| self.current())
    }

    /// The state as it is now. With a clock it is made anew, for the time runs.
    fn current(&mut self) -> Arc<GameState> {
        match &self.state {
            Some(state) if state.clock.is_none() => state.clone(),
            _ => self.publish_state(),
        }
    }

    fn publish_state(&mut self) -> Arc<GameState> {
        let state = Arc::new(self.game.state(self.thinking.is_some(), self.surroundings.endings));
        self.state = Some(state.clone());
        state
    }

    /// Tells everybody who watches.
    fn publish(&mut self) {
        let state = self.publish_state();
        let message = LiveMessage::State { game: Box::new(state.as_ref().clone()) };
        match serde_json::to_string(&message) {
            Ok(text) => {
                self.tell.send_replace(Live::State(text.into()));
            }
            Err(error) => tracing::error!("game {}: {error}", self.game.id),
        }
    }

    /// Has the computer think if it is its turn, and nothing else.
    fn attend(&mut self) {
        let version = self.game.version;
        if self.thinking.as_ref().is_some_and(|thinking| thinking.is_about(version)) {
            return;
        }
        self.thinking = None;
        if let Some((game, ask)) = self.game.computers_turn(Instant::now()) {
            self.thinking = Some(Thinking::begin(&self.surroundings.pool, version, game, ask));
        }
    }

    /// The computer has found a move.
    async fn hear(&mut self, thought: Option<crownhead_board::Move>) {
        let thinking = self.thinking.take();
        match thought {
            Some(mv) => {
                let made = self.change(Some(Box::new(move |game, now| game.make(mv, now)))).await;
                if let Err(error) = made {
                    tracing::error!("game {}: {}", self.game.id, error.body.message);
                    // The disk may be full for a moment: think again rather than leave a player waiting.
                    tokio::time::sleep(BUSY_PAUSE).await;
                    self.attend();
                }
            }
            // The engine was busy, or is closed.
            None if thinking.is_some() => self.attend(),
            None => {}
        }
    }

    async fn tick(&mut self) {
        if let Err(error) = self.change(None).await {
            tracing::error!("game {}: {}", self.game.id, error.body.message);
            tokio::time::sleep(BUSY_PAUSE).await;
        }
    }
}

/// Sleeps so long, or for ever.
async fn sleep(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
    }
}
