//! The actor of a live game. It alone adds events to the game: each is durable before anybody hears of it, and a
//! game whose events could not be added is put down, to be taken in hand again as it is kept.

use std::time::{Duration, Instant};

use crownhead_board::Color;
use crownhead_contest::{Command, Contest, Ending, Event, GameId, Stamped, position_key};
use crownhead_engine::{Answer, opening_name_of};
use crownhead_store::StoreError;
use crownhead_store::club::{Append, Appended, Begin, Over};
use crownhead_table::{Computer, Pace};
use tokio::sync::{mpsc, oneshot};

use super::attendance::Attendance;
use super::convert::{self, Damaged, OverSummary};
use super::thinking::{BUSY_PAUSE, Thinking, found};
use super::{Note, Online, Standing, Subscription, Topic, event_note, now, ratings, secret, try_again};
use crate::chain::Chain;
use crate::error::ApiError;
use crate::wire::{OnlineMessage, Side};

/// What an actor is asked.
pub(crate) enum Mail {
    /// To do what the player of a side wants.
    Order(Color, Option<u64>, Command, oneshot::Sender<Result<(), ApiError>>),
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
    /// Plays for the levels that have a seat.
    computer: Computer,
    /// The engine thinks for it.
    thinking: Option<Thinking>,
    /// Who is there.
    attendance: Attendance,
    /// Signs of those who are.
    signs: mpsc::Receiver<Note>,
    _listening: Subscription,
    /// Is the game to be put down?
    is_done: bool,
}

/// A game that is over, or in which nobody has done anything, is put down after this.
const IDLE_ACTOR: Duration = if cfg!(test) { Duration::from_millis(50) } else { Duration::from_secs(60) };
/// A game whose time ends sooner than this stays in hand.
const SOON_MS: u64 = 3_600_000;

impl Actor {
    pub(super) fn new(online: Online, standing: Standing, epoch: u64) -> Actor {
        // Chance that can be foreseen is better than no move.
        let mut computer = Computer::new(secret::chance().unwrap_or_default().into());
        computer.pace = Pace::WATCHED;
        let (outbox, signs) = online.hub().outbox();
        let topic = Topic::Attendance(standing.game.id.as_str().into());
        let _listening = online.hub().subscribe(topic, &outbox);
        let attendance = Attendance::default();
        Actor {
            online,
            standing,
            epoch,
            computer,
            thinking: None,
            attendance,
            signs,
            _listening,
            is_done: false,
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.standing.game.id
    }

    fn contest(&self) -> &Contest {
        &self.standing.contest
    }

    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Mail>) {
        self.attend().await;
        while !self.is_done {
            let (idle, wakes_at) = (self.idle_at(), self.wakes_at());
            // Who looks at a game that is over does not keep it in hand.
            let is_over = self.contest().ending().is_some();
            tokio::select! {
                mail = inbox.recv() => match mail {
                    Some(Mail::Order(side, act, command, answer)) => {
                        let done = self.carry_out(side, act, command).await;
                        self.attend().await;
                        // Whoever asked may have gone away.
                        let _ = answer.send(done);
                    }
                    Some(Mail::Look(answer)) => {
                        let _ = answer.send(self.standing.clone());
                    }
                    Some(Mail::Close) | None => break,
                },
                thought = found(&mut self.thinking) => self.hear(thought).await,
                Some(sign) = self.signs.recv(), if !is_over => {
                    self.attendance.hear(&sign.text, now());
                    self.see_people().await;
                }
                () = wait(&self.standing.contest, wakes_at) => self.tick().await,
                () = tokio::time::sleep_until(idle.into()) => match self.rests_until() {
                    Some(wakes) => {
                        self.is_done = !self.rest(wakes).await;
                        break;
                    }
                    None => self.is_done = self.contest().ending().is_some(),
                },
            }
        }
        drop(inbox);
        self.online.inner.desks.closed(self.id());
        if self.is_done && self.contest().ending().is_none() {
            self.online.take_up_again(self.id().to_owned());
        }
    }

    /// When it is to be asked whether the game can be put down.
    fn idle_at(&self) -> Instant {
        Instant::now() + IDLE_ACTOR
    }

    /// Until when nothing happens by itself, if that is long.
    fn rests_until(&self) -> Option<u64> {
        let is_still =
            self.thinking.is_none() && self.computer.wakes_at().is_none() && self.attendance.is_empty();
        let (at, _) = self.contest().deadline().filter(|_| is_still)?;
        Some(at).filter(|at| *at > now() + SOON_MS)
    }

    /// Puts the game down for a long time: whoever does something in it wakes it, and the end of its time does.
    async fn rest(&self, wakes: u64) -> bool {
        let (id, epoch) = (self.id().to_owned(), self.epoch);
        let rested = self.online.store().rest(id, epoch, wakes).await;
        rested.inspect_err(|error| tracing::warn!(game = self.id(), "{}", Chain(error))).unwrap_or(false)
    }

    /// Lets the levels that have a seat do what is due, and has the engine think about what they want to know.
    async fn attend(&mut self) {
        let next = GameId::from(secret::next_id(self.id()));
        while let Some((side, command)) = self.computer.due(&self.standing.contest, &next, now()) {
            if let Err(error) = self.carry_out(side, None, command).await {
                tracing::warn!(game = self.id(), "{}", error.body.message);
                // The store may be out of reach for a moment: think again rather than leave a player waiting.
                tokio::time::sleep(BUSY_PAUSE).await;
                break;
            }
        }
        self.computer.attend(&self.standing.contest, now());
        let asked = self.computer.question();
        if asked.map(|question| question.id) != self.thinking.as_ref().map(Thinking::about) {
            self.thinking = asked.map(|question| Thinking::begin(&self.online.inner.pool, question.clone()));
        }
    }

    /// The engine has answered; not if it was busy.
    async fn hear(&mut self, answer: Option<Answer>) {
        let Some(thinking) = self.thinking.take() else { return };
        if let Some(Answer { best, lines, .. }) = answer {
            self.computer.answered(&self.standing.contest, thinking.about(), best, &lines, now());
        }
        self.attend().await;
    }

    async fn tick(&mut self) {
        let events = self.contest().tick(now());
        if events.is_empty() {
            self.attendance.check(now());
            self.see_people().await;
            return self.attend().await;
        }
        // A node that may not act leaves the game to whoever owns it then.
        let may_act = self.online.node().may_act();
        if !may_act || !self.commit(events).await {
            self.is_done = true;
        }
    }

    /// When a level wants to move, or something is to be said about those who are there.
    fn wakes_at(&self) -> Option<u64> {
        let is_over = self.contest().ending().is_some();
        let people = self.attendance.wakes_at().filter(|_| !is_over);
        self.computer.wakes_at().into_iter().chain(people).min()
    }

    /// Notes who has left and who is back, and tells how many watch.
    async fn see_people(&mut self) {
        let now = now();
        for side in Color::ALL {
            let events = match self.attendance.is_here(side, now) {
                Some(true) => self.contest().come_back(side, now),
                Some(false) => self.contest().leave(side, now),
                None => continue,
            };
            if !events.is_empty() && self.online.node().may_act() && !self.commit(events).await {
                return;
            }
        }
        if let Some(count) = self.attendance.due_count(now) {
            let game = self.id().to_owned();
            self.online.tell_game(self.id(), &OnlineMessage::Watching { game, count });
        }
    }

    async fn carry_out(&mut self, side: Color, act: Option<u64>, command: Command) -> Result<(), ApiError> {
        if !self.online.node().may_act() {
            return Err(try_again());
        }
        let ruling = self.contest().rule_once(side, act, &command, now());
        if !ruling.events.is_empty() && !self.commit(ruling.events).await {
            return Err(try_again());
        }
        ruling.answer.map_err(|refusal| {
            self.online.metrics().refused.inc();
            ApiError::of_refusal(&refusal, self.contest().game().position())
        })
    }

    /// Adds events to the game, and then tells of them. If that fails, nothing is told, and the game is put down.
    pub(super) async fn commit(&mut self, events: Vec<Stamped>) -> bool {
        let (next, mut append, notes) = match self.prepare(&events) {
            Ok(prepared) => prepared,
            Err(error) => {
                tracing::error!(game = self.id(), "{error}");
                self.is_done = true;
                return false;
            }
        };
        append.begins = match self.rematch(&events).await {
            Ok(begins) => begins,
            Err(error) => {
                tracing::error!(game = self.id(), "{}", error.body.message);
                self.is_done = true;
                return false;
            }
        };
        let is_over = append.ending.is_some();
        let begins = append.begins.clone();
        let (n_events, asked) = (append.events.len() as u64, Instant::now());
        match self.add(append).await {
            Ok(Appended::Done) => {
                self.online.metrics().kept(n_events, asked.elapsed());
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
        events.iter().for_each(|stamped| self.computer.hear(&stamped.event));
        if let Some(begin) = begins {
            self.online.begun(begin.game);
        }
        notes.into_iter().for_each(|note| self.online.hub().publish(note));
        if is_over {
            self.tell_end();
        }
        true
    }

    /// The game that follows, if one of the events begins it.
    async fn rematch(&self, events: &[Stamped]) -> Result<Option<Begin>, ApiError> {
        let next = events.iter().find_map(|stamped| match &stamped.event {
            Event::Rematch { game } => Some(game.as_str()),
            _ => None,
        });
        match next {
            Some(next) => self.online.rematch(&self.standing.game, next).await.map(Some),
            None => Ok(None),
        }
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
            if let Event::Ended { ending: how } = stamped.event {
                ending = Some(over(&next, how, stamped.at)?);
            }
        }
        let events = events.iter().map(convert::saved_event).collect::<Result<_, _>>()?;
        let append = Append { game: self.id().to_owned(), epoch: self.epoch, events, ending, begins: None };
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

/// Waits until time alone changes something, or a level wants to move.
async fn wait(contest: &Contest, wakes_at: Option<u64>) {
    let deadline = contest.deadline().map(|(at, _)| at);
    match deadline.into_iter().chain(wakes_at).min() {
        Some(at) => tokio::time::sleep(Duration::from_millis(at.saturating_sub(now()))).await,
        None => std::future::pending().await,
    }
}

/// What is kept about a game that is over.
fn over(contest: &Contest, how: Ending, at: u64) -> Result<crownhead_store::club::Ending, Damaged> {
    let game = contest.game();
    let result = match how {
        Ending::Aborted => "aborted",
        ending => ending.winner().map_or("draw", ratings::word),
    };
    let summary = OverSummary { plies: contest.ply(), fen: game.position().to_string(), result: how.into() };
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
