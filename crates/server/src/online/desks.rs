//! The games that this node has in hand: an actor for each.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crownhead_store::club::{Claim, OnlineGame};
use tokio::sync::{mpsc, oneshot};

use super::actor::{Actor, Mail};
use super::hub::{Note, Topic};
use super::keeper::LEASE_MS;
use super::peers::Order;
use super::{Online, Standing, convert, damaged, now, try_again};
use crate::error::ApiError;
use crate::wire::ErrorCode;

/// Why an order was not carried out here.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// It was refused.
    Refused(ApiError),
    /// Another node owns the game.
    Elsewhere(String),
}

impl<E: Into<ApiError>> From<E> for Trouble {
    fn from(error: E) -> Trouble {
        Trouble::Refused(error.into())
    }
}

/// The games that this node has in hand.
#[derive(Default)]
pub(crate) struct Desks {
    open: Mutex<HashMap<String, mpsc::Sender<Mail>>>,
    /// Held while a game is taken in hand, so that two do not do it at once. Games share them.
    waking: [tokio::sync::Mutex<()>; 16],
}

/// Letters that may wait for an actor.
const MAILBOX: usize = 32;
/// How soon a game that was put down is taken up again.
const PAUSE: Duration = Duration::from_millis(300);

impl Desks {
    fn open(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Mail>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games there are.
    pub(super) fn len(&self) -> usize {
        self.open().len()
    }

    fn find(&self, id: &str) -> Option<mpsc::Sender<Mail>> {
        self.open().get(id).filter(|desk| !desk.is_closed()).cloned()
    }

    /// Is a game here?
    pub(super) fn has(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// How a game stands, if it is here.
    pub(super) async fn look(&self, id: &str) -> Option<Standing> {
        let (answer, answered) = oneshot::channel();
        self.find(id)?.send(Mail::Look(answer)).await.ok()?;
        answered.await.ok()
    }

    /// An actor has ended.
    pub(super) fn closed(&self, id: &str) {
        let mut open = self.open();
        if open.get(id).is_some_and(mpsc::Sender::is_closed) {
            open.remove(id);
        }
    }

    /// Has all actors finish what they are doing and end.
    pub(super) async fn close(&self) {
        let open: Vec<_> = self.open().drain().collect();
        let ended: Vec<_> = open
            .into_iter()
            .map(|(_, desk)| async move {
                // It may have ended by itself.
                let _ = desk.send(Mail::Close).await;
                desk.closed().await;
            })
            .collect();
        futures_util::future::join_all(ended).await;
    }

    fn waking(&self, id: &str) -> &tokio::sync::Mutex<()> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(id);
        &self.waking[hash as usize % self.waking.len()]
    }
}

impl Online {
    /// Carries an order out if this node owns the game, or can.
    pub(crate) async fn order_here(&self, order: &Order) -> Result<(), Trouble> {
        if !self.node().may_act() {
            return Err(Trouble::Refused(try_again()));
        }
        let desk = match self.inner.desks.find(&order.game) {
            Some(desk) => desk,
            None => self.wake(&order.game).await?,
        };
        let (answer, answered) = oneshot::channel();
        let mail = Mail::Order(order.side.into(), order.act, order.whole_command(), answer);
        desk.send(mail).await.map_err(|_| try_again())?;
        Ok(answered.await.map_err(|_| try_again())??)
    }

    /// Takes a game in hand that nobody owns.
    pub(crate) async fn wake(&self, id: &str) -> Result<mpsc::Sender<Mail>, Trouble> {
        let _alone = self.inner.desks.waking(id).lock().await;
        if let Some(desk) = self.inner.desks.find(id) {
            return Ok(desk);
        }
        let claim = self.store().claim(id.to_owned(), self.node().name().to_owned(), LEASE_MS).await?;
        let (epoch, idle_ms) = match claim {
            Claim::Owned { epoch, idle_ms } => (epoch, idle_ms),
            Claim::Other(node) => return Err(Trouble::Elsewhere(node)),
            Claim::Unknown => return Err(Trouble::Refused(ApiError::not_found("game"))),
        };
        // Read after the claim: nobody else adds events from now on.
        let (standing, _) = self.read(id, u64::MAX).await?;
        let resumed = standing.contest.resume(idle_ms, now());
        let mut actor = Actor::new(self.clone(), standing, epoch);
        if !resumed.is_empty() && !actor.commit(resumed).await {
            return Err(Trouble::Refused(try_again()));
        }
        // The owner before may have died, or lost the answer of the store, before it told what it had added.
        self.hub().publish(Note::missed(Topic::Game(id.into())));
        Ok(self.sit_down(actor))
    }

    /// Starts the actor of a game that has just begun here.
    pub(super) fn start(&self, game: OnlineGame) -> Result<(), ApiError> {
        let contest = convert::fresh_contest(&game).map_err(|error| damaged(&game.id, &error))?;
        let standing = Standing { game: game.into(), contest };
        self.sit_down(Actor::new(self.clone(), standing, 1));
        Ok(())
    }

    /// A game was put down because of some trouble: it is taken in hand again when that is over, by this node or
    /// another, for its clock runs.
    pub(super) fn take_up_again(&self, id: String) {
        let online = self.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(PAUSE).await;
                let is_settled = match online.wake(&id).await {
                    Ok(_) | Err(Trouble::Elsewhere(_)) => true,
                    Err(Trouble::Refused(error)) => error.is(ErrorCode::NotFound),
                };
                if is_settled || online.node().is_leaving() {
                    return;
                }
            }
        });
    }

    fn sit_down(&self, actor: Actor) -> mpsc::Sender<Mail> {
        let (desk, inbox) = mpsc::channel(MAILBOX);
        self.inner.desks.open().insert(actor.id().to_owned(), desk.clone());
        tokio::spawn(actor.run(inbox));
        desk
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Command;

    #[test]
    fn an_order_travels_as_text() {
        let command = Command::Move { ply: 3, text: "11-15".to_owned(), seen: Some(2), lag_ms: 0 };
        let side = crate::wire::Side::White;
        let order = Order { game: "k7m2qd4xw0aj".to_owned(), side, command, act: Some(7), lag_ms: 40 };
        let text = serde_json::to_string(&order).unwrap();
        assert_eq!(serde_json::from_str::<Order>(&text).unwrap(), order);
    }

    #[tokio::test]
    async fn a_game_that_waits_for_days_is_put_down_and_the_next_move_takes_it_up() {
        let store = std::sync::Arc::new(crownhead_store::SqliteStore::in_memory().unwrap());
        let pool = crate::pool::Pool::start(1, 1, crownhead_endgame::Database::shipped());
        let online = Online::new(store, "one".to_owned(), None, pool, Default::default());
        online.enter().await.unwrap();
        let person =
            |id: &str| super::super::Person { id: id.to_owned(), name: id.to_owned(), has_account: false };
        let id = "k7m2qd4xw0aj";
        let settings = crate::wire::OnlineSettings::default();
        let game = online
            .begin(id.to_owned(), &person("a"), &person("b"), settings, Vec::new())
            .await
            .unwrap()
            .unwrap();
        online.begun(game);
        let put_down = async {
            while online.n_desks() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), put_down).await.expect("nobody does anything");
        assert!(
            online.store().orphans(LEASE_MS, 9).await.unwrap().is_empty(),
            "nor is it taken in hand again"
        );
        let command = Command::Move { ply: 0, text: "11-15".to_owned(), seen: None, lag_ms: 0 };
        online.order(Order::new(id.to_owned(), crate::wire::Side::Black, command)).await.unwrap();
        assert_eq!(online.look(id).await.unwrap().contest.ply(), 1);
    }
}
