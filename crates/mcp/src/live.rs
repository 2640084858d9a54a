//! A game in progress between the referee's thread and agents that come and go.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use crownhead_arena::player::{Fault, Player, Proposal, TextReply, Turn};
use crownhead_arena::reading::shortened;
use crownhead_arena::referee::{Observer, PlayedGame, ShowMoves};
use crownhead_board::{Color, Game};
use crownhead_engine::TimeLimit;
use tokio::sync::{oneshot, watch};

use crate::hall::{
    Act, Glance, Listing, SeatKey, Ticket, Trouble, check_turn, clean_name, legal_text, repeated,
};

/// The longest move and comment that are taken, in bytes.
const MAX_WORDS: usize = 4_000;

/// A game that agents play in.
pub(crate) struct LiveGame {
    pub(crate) id: String,
    pub(crate) is_rated: bool,
    /// When the legal moves are told.
    shows: ShowMoves,
    view: Mutex<View>,
    /// Counts what has happened.
    changed: watch::Sender<u64>,
}

/// What is known about the game outside of the referee's thread.
struct View {
    game: Game,
    seats: [Seat; 2],
    ending: Option<String>,
    pdn: String,
    is_draw_offered: bool,
    /// The last proposal for the move to come was refused.
    was_refused: bool,
    /// Who waits to hear what became of a proposal.
    pending: Option<oneshot::Sender<Result<(), String>>>,
}

impl View {
    /// The seat for somebody who comes with this invitation: the one that is kept for it before one that is for anybody. Who has
    /// sat there before and comes again has it still.
    fn seat_for(&self, invitation: Option<&str>) -> Result<Color, Trouble> {
        let free = || Color::ALL.into_iter().filter(|color| self.seats[*color as usize].is_free());
        let taken = || Color::ALL.into_iter().filter(|color| !self.seats[*color as usize].is_free());
        let kept = |color: Color| self.seats[color as usize].kept_for.as_ref();
        let is_invited =
            |color: &Color| kept(*color).is_some_and(|(_, kept)| Some(kept.as_str()) == invitation);
        let is_open = |color: &Color| kept(*color).is_none();
        let own = free().find(is_invited).or_else(|| taken().find(is_invited));
        own.or_else(|| free().find(is_open)).ok_or_else(|| {
            free().find_map(kept).map_or(Trouble::Full, |(name, _)| Trouble::Kept(name.clone()))
        })
    }
}

/// One of the two seats.
#[derive(Default)]
pub(crate) struct Seat {
    /// Who sits there, if anybody does.
    pub(crate) name: Option<String>,
    /// For whom it is kept, and the invitation that shows it.
    pub(crate) kept_for: Option<(String, String)>,
    token: Option<String>,
    /// Whoever has it sees the legal moves, whatever the event shows to others.
    sees_moves: bool,
    offers_draw: bool,
    orders: Option<mpsc::Sender<Order>>,
}

impl Seat {
    /// A seat that somebody of ours has.
    pub(crate) fn taken(name: &str) -> Seat {
        Seat { name: Some(name.to_owned()), ..Seat::default() }
    }

    /// A seat that waits for somebody.
    pub(crate) fn kept_for(name: &str, invitation: &str) -> Seat {
        Seat { kept_for: Some((name.to_owned(), invitation.to_owned())), ..Seat::default() }
    }

    /// Whether whoever sits there sees the legal moves in any case.
    pub(crate) fn seeing_moves(self, sees_moves: bool) -> Seat {
        Seat { sees_moves, ..self }
    }

    fn is_free(&self) -> bool {
        self.name.is_none()
    }
}

/// What an agent wants to be done.
struct Order {
    ply: usize,
    proposal: Proposal,
    answer: oneshot::Sender<Result<(), String>>,
}

/// Something nobody can guess.
pub(crate) fn secret() -> Result<String, Trouble> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|_| Trouble::NotAllowed("this machine has no random numbers".to_owned()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl LiveGame {
    pub(crate) fn new(
        id: String,
        game: Game,
        seats: [Seat; 2],
        is_rated: bool,
        shows: ShowMoves,
    ) -> Arc<LiveGame> {
        let view = View {
            game,
            seats,
            ending: None,
            pdn: String::new(),
            is_draw_offered: false,
            was_refused: false,
            pending: None,
        };
        Arc::new(LiveGame { id, is_rated, shows, view: Mutex::new(view), changed: watch::Sender::new(0) })
    }

    fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self) {
        self.changed.send_modify(|n| *n = n.wrapping_add(1));
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view().ending.is_some()
    }

    /// A player whose moves come from whoever has the seat.
    pub(crate) fn player(self: &Arc<LiveGame>, color: Color, patience: Duration) -> SeatPlayer {
        let (sender, orders) = mpsc::channel();
        self.view().seats[color as usize].orders = Some(sender);
        SeatPlayer { live: Arc::clone(self), orders, patience }
    }

    /// Whoever looks on for the agents.
    pub(crate) fn observer(self: &Arc<LiveGame>, event: &str) -> LiveObserver {
        LiveObserver { live: Arc::clone(self), event: event.to_owned() }
    }

    /// Takes a free seat.
    pub(crate) fn join(&self, name: Option<&str>, invitation: Option<&str>) -> Result<Ticket, Trouble> {
        let mut view = self.view();
        if let Some(ending) = &view.ending {
            return Err(Trouble::Over(ending.clone()));
        }
        let color = view.seat_for(invitation)?;
        let seat = &mut view.seats[color as usize];
        let seat_token = seat.token.clone().map_or_else(secret, Ok)?;
        let kept = seat.kept_for.as_ref().map(|(name, _)| name.clone());
        seat.name = Some(kept.unwrap_or_else(|| clean_name(name)));
        seat.token = Some(seat_token.clone());
        drop(view);
        self.tell();
        Ok(Ticket { game_id: self.id.clone(), seat_token, color })
    }

    pub(crate) fn side(&self, key: &SeatKey) -> Result<Color, Trouble> {
        let view = self.view();
        let has = |color: &Color| view.seats[*color as usize].token.as_ref() == Some(&key.seat_token);
        Color::ALL.into_iter().find(has).ok_or(Trouble::WrongToken)
    }

    /// How the game stands, for whoever has a seat in it, or none.
    pub(crate) fn glance(&self, viewer: Option<Color>) -> Glance {
        let view = self.view();
        let sees_moves = viewer.is_some_and(|color| view.seats[color as usize].sees_moves);
        Glance {
            game: view.game.clone(),
            names: [0, 1].map(|side| view.seats[side].name.clone()),
            ending: view.ending.clone(),
            is_draw_offered: view.is_draw_offered,
            is_rated: self.is_rated,
            shows_moves: match self.shows {
                _ if sees_moves => true,
                ShowMoves::Never => false,
                ShowMoves::AfterError => view.was_refused,
                ShowMoves::Always => true,
            },
            clock_ms: None,
            pdn: view.pdn.clone(),
        }
    }

    pub(crate) fn listing(&self) -> Listing {
        let view = self.view();
        let kept =
            |seat: &Seat| seat.kept_for.as_ref().filter(|_| seat.is_free()).map(|(name, _)| name.clone());
        Listing {
            game_id: self.id.clone(),
            names: [0, 1].map(|side| view.seats[side].name.clone()),
            kept_for: view.seats.iter().find_map(kept),
            plies: Some(view.game.moves().len()),
            ending: view.ending.clone(),
            is_rated: self.is_rated,
        }
    }

    /// The side that is kept for whoever has this invitation.
    pub(crate) fn invited(&self, invitation: &str) -> Option<Color> {
        let view = self.view();
        let is_kept = |color: &Color| match &view.seats[*color as usize].kept_for {
            Some((_, kept)) => kept == invitation,
            None => false,
        };
        Color::ALL.into_iter().find(is_kept)
    }

    /// Somebody has come for whom a seat is kept.
    pub(crate) fn sit_down(&self, color: Color) {
        let mut view = self.view();
        let seat = &mut view.seats[color as usize];
        if seat.is_free() {
            seat.name = seat.kept_for.as_ref().map(|(name, _)| name.clone());
            drop(view);
            self.tell();
        }
    }

    /// Counts what happens from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Does something for a side, and waits until the referee has said what became of it.
    pub(crate) async fn act(&self, color: Color, ply: usize, act: Act) -> Result<(), Trouble> {
        /// The referee's thread is never far: it waits for nothing but orders.
        const PROMPT: Duration = Duration::from_secs(20);
        let Some(heard) = self.order(color, ply, act)? else { return Ok(()) };
        match tokio::time::timeout(PROMPT, heard).await {
            Ok(Ok(answer)) => answer.map_err(Trouble::Refused),
            // The game ended while the order was under way.
            Ok(Err(_)) => Err(Trouble::Over(self.view().ending.clone().unwrap_or_default())),
            Err(_) => Err(Trouble::NoAnswer),
        }
    }

    /// Hands a proposal to the referee's thread. Nothing is left to wait for where it has been done already.
    fn order(
        &self,
        color: Color,
        ply: usize,
        act: Act,
    ) -> Result<Option<oneshot::Receiver<Result<(), String>>>, Trouble> {
        let mut view = self.view();
        if let Act::Move { text, .. } = &act
            && ply < view.game.moves().len()
        {
            return repeated(&view.game, ply, text).map(|()| None);
        }
        check_turn(&view.game, view.ending.as_deref(), color, ply)?;
        let is_draw_offered = view.is_draw_offered;
        let seat = &mut view.seats[color as usize];
        let proposal = match act {
            Act::Move { text, comment } => Proposal::Text(TextReply {
                reply: shortened(&text, MAX_WORDS).to_owned(),
                comment: comment.map(|text| shortened(&text, MAX_WORDS).to_owned()),
                offers_draw: seat.offers_draw,
                ..TextReply::default()
            }),
            Act::Resign => Proposal::Resign,
            Act::Draw if is_draw_offered => Proposal::AcceptDraw,
            Act::Draw => {
                seat.offers_draw = true;
                return Ok(None);
            }
        };
        let (answer, heard) = oneshot::channel();
        let orders = seat.orders.as_ref().ok_or(Trouble::NoAnswer)?;
        orders.send(Order { ply, proposal, answer }).map_err(|_| Trouble::NoAnswer)?;
        Ok(Some(heard))
    }

    /// Waits until something is to be done by a side, but not longer than this.
    pub(crate) async fn wait_for_turn(&self, key: &SeatKey, patience: Duration) -> Result<Glance, Trouble> {
        let color = self.side(key)?;
        let mut changes = self.changed.subscribe();
        let is_due = || {
            let view = self.view();
            let is_full = view.seats.iter().all(|seat| !seat.is_free());
            view.ending.is_some() || is_full && view.game.position().turn() == color
        };
        let due = async { while !is_due() && changes.changed().await.is_ok() {} };
        // Too late is no error: whoever asked sees that it is not its turn yet.
        let _ = tokio::time::timeout(patience, due).await;
        Ok(self.glance(Some(color)))
    }

    /// The referee's thread has ended, whatever happened.
    pub(crate) fn close(&self) {
        let mut view = self.view();
        view.ending.get_or_insert_with(|| "void".to_owned());
        view.pending = None;
        view.seats.iter_mut().for_each(|seat| seat.orders = None);
        drop(view);
        self.tell();
    }
}

/// Sits in the referee's thread for an agent, and hands on what it wants.
pub(crate) struct SeatPlayer {
    live: Arc<LiveGame>,
    orders: mpsc::Receiver<Order>,
    patience: Duration,
}

impl Player for SeatPlayer {
    fn start_game(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
        self.announce(turn);
        let patience = match turn.limits.time {
            Some(TimeLimit::Move(time)) => time,
            Some(TimeLimit::Clock(clock)) => clock.left,
            None => self.patience,
        };
        let end = Instant::now() + patience;
        let ply = turn.game.moves().len();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let silent =
                |_| Fault::Unreachable(format!("the agent did nothing for {} s", patience.as_secs()));
            let order = self.orders.recv_timeout(left).map_err(silent)?;
            if order.ply == ply {
                self.live.view().pending = Some(order.answer);
                return Ok(order.proposal);
            }
            let _ =
                order.answer.send(Err("that was for another position; look at it with get_state".to_owned()));
        }
    }
}

impl SeatPlayer {
    /// Tells the agent that it is to move, or why its proposal was not taken.
    fn announce(&self, turn: &Turn<'_>) {
        let mut view = self.live.view();
        view.is_draw_offered = turn.is_draw_offered;
        view.was_refused = turn.refusal.is_some();
        let pending = view.pending.take();
        drop(view);
        if let (Some(refusal), Some(pending)) = (turn.refusal, pending) {
            let mut why = refusal.why.clone();
            if let Some(moves) = &turn.legal_moves {
                why += &legal_text(moves);
            }
            if turn.attempts_left < u32::MAX / 2 {
                why += &format!("; attempts left: {}", turn.attempts_left);
            }
            let _ = pending.send(Err(why));
        }
        self.live.tell();
    }
}

/// Looks on in the referee's thread, so that agents know what has happened.
pub(crate) struct LiveObserver {
    live: Arc<LiveGame>,
    event: String,
}

impl Observer for LiveObserver {
    fn started(&mut self, game: &Game) {
        self.live.view().game = game.clone();
        self.live.tell();
    }

    fn moved(&mut self, played: &PlayedGame) {
        let mut view = self.live.view();
        let name = |side: usize| view.seats[side].name.clone().unwrap_or_default();
        let tags = [("Event", self.event.clone()), ("Black", name(0)), ("White", name(1))];
        view.pdn = played.record_with(&tags).to_string();
        view.game = played.game.clone();
        view.was_refused = false;
        let is_over = played.game.outcome().is_some() || played.fault.is_some();
        view.ending = is_over.then(|| match &played.fault {
            Some((color, fault)) => format!("{} ({color}: {fault})", played.ending()),
            None => played.ending(),
        });
        let mover = view.game.moves().len().checked_sub(1).map(|_| !view.game.position().turn());
        // It is the other's turn from now on, so whatever was offered with the move has to be seen at once.
        view.is_draw_offered =
            mover.is_some_and(|mover| mem::take(&mut view.seats[mover as usize].offers_draw));
        if let Some(pending) = view.pending.take() {
            let _ = pending.send(Ok(()));
        }
        drop(view);
        self.live.tell();
    }
}

impl Drop for LiveObserver {
    fn drop(&mut self) {
        self.live.close();
    }
}
