//! The actor of a live game. It alone adds events to the game: each is durable before anybody hears of it, and a
//! game whose events could not be added is put down, to be taken in hand again as it is kept.

use std::time::{Duration, Instant};

use crownhead_board::{Color, Move};
use crownhead_club::{Command, Contest, Ending, Event, Refusal, Stamped, position_key};
use crownhead_engine::opening_name_of;
use crownhead_store::StoreError;
use crownhead_store::club::{Append, Appended, Over};
use tokio::sync::{mpsc, oneshot};

use super::convert::{self, Damaged, OverSummary};
use super::peers::Deed;
use super::{Note, Online, Standing, computer, event_note, new_id, now, ratings, secret, try_again};
use crate::chain::Chain;
use crate::error::{ApiError, sentence};
use crate::thinking::{BUSY_PAUSE, Thinking, found};
use crate::wire::{GameAction, OnlineMessage, Side};

/// What an actor is asked.
pub(crate) enum Mail {
    /// To do what the player of a side wants.
    Order(Color, Deed, oneshot::Sender<Result<(), ApiError>>),
    /// How the game stands.
    Look(oneshot::Sender<Standing>),
    /// To put the game down.
    Close,
}

/// The actor of a live game.
pub(crate) struct Actor {
    online: Online,
    standing: Standing,
    epoch: u64,
    /// A level that has a seat thinks about its move.
    thinking: Option<Thinking>,
    /// Is the game to be put down?
    is_done: bool,
}

/// A game that is over is put down after this.
const PATIENCE: Duration = Duration::from_secs(60);

impl Actor {
    pub(super) fn new(online: Online, standing: Standing, epoch: u64) -> Actor {
        Actor { online, standing, epoch, thinking: None, is_done: false }
    }

    pub(super) fn id(&self) -> &str {
        &self.standing.game.id
    }

    fn contest(&self) -> &Contest {
        &self.standing.contest
    }

    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Mail>) {
        self.attend();
        while !self.is_done {
            tokio::select! {
                mail = inbox.recv() => match mail {
                    Some(Mail::Order(side, deed, answer)) => {
                        let done = self.carry_out(side, deed).await;
                        // Whoever asked may have gone away.
                        let _ = answer.send(done);
                    }
                    Some(Mail::Look(answer)) => {
                        let _ = answer.send(self.standing.clone());
                    }
                    Some(Mail::Close) | None => break,
                },
                thought = found(&mut self.thinking) => self.hear(thought).await,
                () = wait(&self.standing.contest) => self.tick().await,
            }
        }
        drop(inbox);
        self.online.inner.desks.closed(self.id());
        if self.is_done && self.contest().ending().is_none() {
            self.online.take_up_again(self.id().to_owned());
        }
    }

    /// Has a level think if it is its turn, and nothing else.
    fn attend(&mut self) {
        let ply = u64::from(self.contest().ply());
        // Chance that can be foreseen is better than no move.
        let seed = secret::chance().unwrap_or_default().into();
        let ask = computer::ask(&self.standing, now(), seed);
        let is_at_it = |thinking: &Thinking| thinking.is_about(ply) && ask.is_some();
        if self.thinking.as_ref().is_some_and(is_at_it) {
            return;
        }
        self.thinking =
            ask.map(|ask| Thinking::begin(&self.online.inner.pool, ply, self.contest().game().clone(), ask));
    }

    /// A level has found a move; none if the engine was busy.
    async fn hear(&mut self, thought: Option<Move>) {
        self.thinking = None;
        if let Some(mv) = thought {
            let (side, ply) = (self.contest().turn(), self.contest().ply());
            let deed = Deed::Move { ply, mv: mv.route_text().to_string(), seen: None, lag_ms: 0 };
            if let Err(error) = self.carry_out(side, deed).await {
                tracing::warn!(game = self.id(), "{}", error.body.message);
                // The store may be out of reach for a moment: think again rather than leave a player waiting.
                tokio::time::sleep(BUSY_PAUSE).await;
            }
        }
        self.attend();
    }

    async fn tick(&mut self) {
        if self.contest().ending().is_some() {
            self.is_done = true;
            return;
        }
        let events = self.contest().tick(now());
        if events.is_empty() {
            return;
        }
        // A node that may not act leaves the game to whoever owns it then.
        let may_act = self.online.node().may_act();
        if !may_act || !self.commit(events).await {
            self.is_done = true;
        }
    }

    async fn carry_out(&mut self, side: Color, deed: Deed) -> Result<(), ApiError> {
        if !self.online.node().may_act() {
            return Err(try_again());
        }
        let command = command(deed)?;
        let ruling = self.contest().rule(side, &command, now());
        for stamped in &ruling.events {
            if let Event::Rematch { next } = &stamped.event {
                self.online.begin_rematch(&self.standing.game, next).await?;
            }
        }
        if !ruling.events.is_empty() && !self.commit(ruling.events).await {
            return Err(try_again());
        }
        ruling.answer.map_err(|refusal| {
            self.online.metrics().refused.add(1);
            self.refused(&refusal)
        })
    }

    fn refused(&self, refusal: &Refusal) -> ApiError {
        match refusal {
            Refusal::BadMove(error) => ApiError::of_move(error, self.contest().game().position()),
            Refusal::Stale { .. } => {
                ApiError::new(axum::http::StatusCode::CONFLICT, "stale", sentence(&refusal.to_string()))
            }
            _ => ApiError::not_now(sentence(&refusal.to_string())),
        }
    }

    /// Adds events to the game, and then tells of them. If that fails, nothing is told, and the game is put down.
    pub(super) async fn commit(&mut self, events: Vec<Stamped>) -> bool {
        let (next, append, notes) = match self.prepare(&events) {
            Ok(prepared) => prepared,
            Err(error) => {
                tracing::error!(game = self.id(), "{error}");
                self.is_done = true;
                return false;
            }
        };
        let is_over = append.ending.is_some();
        let (n_events, asked) = (append.events.len() as u64, Instant::now());
        match self.add(append).await {
            Ok(Appended::Done) => {
                self.online.metrics().append.observe(asked.elapsed());
                self.online.metrics().events.add(n_events);
            }
            Ok(refused) => {
                tracing::info!(game = self.id(), "put down: {refused:?}");
                self.is_done = true;
                return false;
            }
            Err(error) => {
                // Whether the events are there will be seen when the game is taken in hand again.
                tracing::error!(game = self.id(), "{}", Chain(&error));
                self.is_done = true;
                return false;
            }
        }
        self.standing.contest = next;
        self.attend();
        notes.into_iter().for_each(|note| self.online.hub().publish(note));
        if is_over {
            self.tell_end();
        }
        true
    }

    #[cfg(not(feature = "break-acks"))]
    async fn add(&self, append: Append) -> Result<Appended, StoreError> {
        self.online.store().append(append).await
    }

    /// The wrong way round, so that it can be shown that the checker of `crownhead-load` finds it: players are told
    /// before anything is kept.
    #[cfg(feature = "break-acks")]
    async fn add(&self, append: Append) -> Result<Appended, StoreError> {
        let online = self.online.clone();
        tokio::spawn(async move { online.store().append(append).await });
        Ok(Appended::Done)
    }

    fn prepare(&self, events: &[Stamped]) -> Result<(Contest, Append, Vec<Note>), Damaged> {
        let mut next = self.contest().clone();
        let mut notes = Vec::with_capacity(events.len());
        let mut ending = None;
        for stamped in events {
            next.apply(stamped).map_err(|error| Damaged::Odd(error.to_string()))?;
            notes.extend(event_note(convert::event_message(self.id(), &next, stamped)));
            if let Event::Ended(how) = stamped.event {
                ending = Some(over(&next, how, stamped.at)?);
            }
        }
        let events = events.iter().map(convert::saved_event).collect::<Result<_, _>>()?;
        let append = Append { game: self.id().to_owned(), epoch: self.epoch, events, ending };
        Ok((next, append, notes))
    }

    fn tell_end(&self) {
        let game = &self.standing.game;
        for (player, side) in [(&game.black, Side::Black), (&game.white, Side::White)] {
            self.online.tell_person(&player.person, &OnlineMessage::Finished { game: game.id.clone(), side });
        }
        if !game.is_private {
            self.online.tell_lobby(&OnlineMessage::LiveRemoved { id: game.id.clone() });
        }
        if game.is_rated {
            let (online, id) = (self.online.clone(), game.id.clone());
            tokio::spawn(async move {
                if let Err(error) = ratings::rate(&online, &id).await {
                    tracing::error!(game = id, "{}", Chain(&error));
                }
            });
        }
    }
}

/// Waits until time alone changes something.
async fn wait(contest: &Contest) {
    match contest.deadline() {
        Some((at, _)) => tokio::time::sleep(Duration::from_millis(at.saturating_sub(now()))).await,
        None if contest.ending().is_some() => tokio::time::sleep(PATIENCE).await,
        None => std::future::pending().await,
    }
}

fn command(deed: Deed) -> Result<Command, ApiError> {
    Ok(match deed {
        Deed::Move { ply, mv, seen, lag_ms } => Command::Move { ply, text: mv, seen, lag_ms },
        Deed::Act(action) => match action {
            GameAction::OfferDraw => Command::OfferDraw,
            GameAction::AcceptDraw => Command::AcceptDraw,
            GameAction::DeclineDraw => Command::DeclineDraw,
            GameAction::ClaimDraw => Command::ClaimDraw,
            GameAction::AskTakeback => Command::AskTakeback,
            GameAction::AcceptTakeback => Command::AcceptTakeback,
            GameAction::DeclineTakeback => Command::DeclineTakeback,
            GameAction::Resign => Command::Resign,
            GameAction::Abort => Command::Abort,
            GameAction::Rematch => Command::Rematch { next: new_id()? },
        },
    })
}

/// What is kept about a game that is over.
fn over(contest: &Contest, how: Ending, at: u64) -> Result<crownhead_store::club::Ending, Damaged> {
    let game = contest.game();
    let result = match how {
        Ending::Aborted => "aborted",
        Ending::Outcome(outcome) => outcome.winner().map_or("draw", ratings::word),
    };
    let summary =
        OverSummary { plies: contest.ply(), fen: game.position().to_string(), result: convert::result(how) };
    let over = Over {
        ended: at,
        result: result.to_owned(),
        opening: opening_name_of(game).map(str::to_owned),
        summary: serde_json::to_string(&summary)?,
    };
    // Nobody looks for a game that was not played.
    let has_been_played = how != Ending::Aborted;
    let positions = game.states().filter(|_| has_been_played).map(position_key).collect();
    Ok(crownhead_store::club::Ending { over, positions })
}
