//! What is said over the socket, and what of it has to be said again when the socket was lost.
//!
//! Nothing here reads, writes or waits: [`Line`] is told what happens and answers what to send and what to tell.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crownhead_wire::{Command, ErrorBody, ErrorCode, OnlineMessage, OnlineRequest};

use crate::error::ClientError;
use crate::event::{Event, Order};

/// How soon something is sent again that the server could not do just now.
const AGAIN: Duration = Duration::from_millis(400);

/// Everything that has to outlive a connection.
#[derive(Debug, Default)]
pub(crate) struct Line {
    is_open: bool,
    last_request: u32,
    lobby: bool,
    games: BTreeMap<String, Watched>,
    pending: Vec<Pending>,
}

/// A game that is watched.
#[derive(Debug, Default)]
struct Watched {
    seat: Option<String>,
    is_muted: bool,
    /// The number of the last event that was heard.
    seen: Option<u64>,
}

/// An order that was not answered yet.
#[derive(Debug)]
struct Pending {
    number: u32,
    order: Order,
    request: OnlineRequest,
    /// When it is to be sent again, if the server has asked for that.
    again: Option<Instant>,
}

/// What to do after something has happened.
#[derive(Debug, Default)]
pub(crate) struct Reaction {
    pub(crate) send: Vec<OnlineRequest>,
    pub(crate) tell: Vec<Event>,
}

impl Reaction {
    fn send(request: OnlineRequest) -> Reaction {
        Reaction { send: vec![request], tell: Vec::new() }
    }

    fn tell(event: Event) -> Reaction {
        Reaction { send: Vec::new(), tell: vec![event] }
    }
}

impl Line {
    /// A connection is there: what was going on goes on.
    pub(crate) fn opened(&mut self) -> Reaction {
        self.is_open = true;
        let mut send = Vec::new();
        if self.lobby {
            send.push(OnlineRequest::Lobby { on: true });
        }
        for pending in &mut self.pending {
            pending.again = None;
        }
        let unanswered: Vec<OnlineRequest> =
            self.pending.iter().map(|pending| pending.request.clone()).collect();
        let games: Vec<String> = self.games.keys().cloned().collect();
        send.extend(games.iter().filter_map(|game| self.watch_again(game)));
        send.extend(unanswered);
        Reaction { send, tell: vec![Event::Connected] }
    }

    /// The connection is gone.
    pub(crate) fn closed(&mut self, why: ClientError) -> Reaction {
        self.is_open = false;
        // Games are watched again by what is known of them.
        self.pending.retain(|pending| !matches!(pending.order, Order::Watch { .. }));
        Reaction::tell(Event::Lost(why))
    }

    /// Somebody else uses the line from now on: nothing that was going on is theirs.
    pub(crate) fn forget(&mut self) {
        *self = Line { last_request: self.last_request, lobby: self.lobby, ..Line::default() };
    }

    pub(crate) fn order(&mut self, order: Order) -> Reaction {
        match &order {
            Order::Watch { game, seat } => {
                let watched = self.games.entry(game.clone()).or_default();
                watched.seen = None;
                watched.seat = seat.clone().or(watched.seat.take());
                let request = self.watch_again(game).filter(|_| self.is_open);
                Reaction { send: request.into_iter().collect(), tell: Vec::new() }
            }
            Order::Unwatch { game } => {
                self.games.remove(game);
                self.at_once(OnlineRequest::Unwatch { game: game.clone() })
            }
            Order::Lobby { on } => {
                self.lobby = *on;
                self.at_once(OnlineRequest::Lobby { on: *on })
            }
            Order::Mute { game, on } => {
                if let Some(watched) = self.games.get_mut(game) {
                    watched.is_muted = *on;
                }
                self.at_once(OnlineRequest::Mute { game: game.clone(), on: *on })
            }
            Order::Act { .. } | Order::Say { .. } => self.numbered(order),
        }
    }

    /// Something that is not answered, and known to the next connection anyway.
    fn at_once(&self, request: OnlineRequest) -> Reaction {
        if self.is_open { Reaction::send(request) } else { Reaction::default() }
    }

    fn numbered(&mut self, order: Order) -> Reaction {
        let number = self.next_number();
        let request = match order.clone() {
            Order::Act { game, mut command } => {
                if let Command::Move { seen, .. } = &mut command {
                    *seen = self.games.get(&game).and_then(|watched| watched.seen);
                }
                OnlineRequest::Act { request: number, game, command, act: new_act() }
            }
            Order::Say { game, text } => OnlineRequest::Say { request: number, game, text, act: new_act() },
            Order::Watch { .. } | Order::Unwatch { .. } | Order::Lobby { .. } | Order::Mute { .. } => {
                return Reaction::default();
            }
        };
        let again = None;
        self.pending.push(Pending { number, order, request: request.clone(), again });
        self.at_once(request)
    }

    fn next_number(&mut self) -> u32 {
        self.last_request = self.last_request.wrapping_add(1).max(1);
        self.last_request
    }

    /// Watches a game from where it was left.
    fn watch_again(&mut self, game: &str) -> Option<OnlineRequest> {
        let number = self.next_number();
        let watched = self.games.get(game)?;
        let request = OnlineRequest::Watch {
            request: number,
            game: game.to_owned(),
            seen: watched.seen,
            seat: watched.seat.clone(),
            mute: watched.is_muted,
            glance: false,
        };
        let order = Order::Watch { game: game.to_owned(), seat: watched.seat.clone() };
        self.pending.retain(|pending| pending.order != order);
        self.pending.push(Pending { number, order, request: request.clone(), again: None });
        Some(request)
    }

    /// The server says something.
    pub(crate) fn hear(&mut self, message: OnlineMessage, now: Instant) -> Reaction {
        match message {
            OnlineMessage::Ack { request } => match self.answered(request) {
                Some(pending) => Reaction::tell(Event::Done(pending.order)),
                None => Reaction::default(),
            },
            OnlineMessage::Refused { request, error } => self.refused(request, error, now),
            OnlineMessage::Game { game, now } => {
                if let Some(watched) = self.games.get_mut(&game.id) {
                    watched.seen = Some(game.seq);
                }
                told(OnlineMessage::Game { game, now })
            }
            OnlineMessage::Event(event) => {
                let seen = self.games.get(&event.game).and_then(|watched| watched.seen);
                match (self.games.get_mut(&event.game), seen) {
                    // Heard already, or of a game that nobody wants to hear of any more.
                    (_, Some(seen)) if event.seq <= seen => Reaction::default(),
                    (None, _) | (_, None) => Reaction::default(),
                    // Something was missed: ask for what lies between.
                    (_, Some(seen)) if event.seq > seen + 1 => {
                        let game = event.game;
                        Reaction { send: self.watch_again(&game).into_iter().collect(), tell: Vec::new() }
                    }
                    (Some(watched), _) => {
                        watched.seen = Some(event.seq);
                        told(OnlineMessage::Event(event))
                    }
                }
            }
            other => told(other),
        }
    }

    fn answered(&mut self, number: u32) -> Option<Pending> {
        let place = self.pending.iter().position(|pending| pending.number == number)?;
        Some(self.pending.remove(place))
    }

    fn refused(&mut self, number: u32, error: ErrorBody, now: Instant) -> Reaction {
        if error.code == ErrorCode::TryAgain {
            let waiting = self.pending.iter_mut().find(|pending| pending.number == number);
            if let Some(pending) = waiting {
                pending.again = Some(now + AGAIN);
            }
            return Reaction::default();
        }
        let Some(pending) = self.answered(number) else { return Reaction::default() };
        if let Order::Watch { game, .. } = &pending.order {
            self.games.remove(game);
        }
        Reaction::tell(Event::Refused(pending.order, error))
    }

    /// What the server wanted to be asked again, and its time has come.
    pub(crate) fn due(&mut self, now: Instant) -> Vec<OnlineRequest> {
        let due = |pending: &mut Pending| {
            let is_due = pending.again.is_some_and(|again| again <= now);
            is_due.then(|| {
                pending.again = None;
                pending.request.clone()
            })
        };
        self.pending.iter_mut().filter_map(due).collect()
    }
}

/// A number for an act, by which the server knows it when it comes again. Nobody else is likely to have it; without random
/// numbers an act has none.
fn new_act() -> Option<u64> {
    getrandom::u64().ok()
}

fn told(message: OnlineMessage) -> Reaction {
    Reaction::tell(Event::Told(Box::new(message)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_contest::{Contest, Terms};
    use crownhead_wire::{Event as GameEvent, EventMessage, Seat};

    const GAME: &str = "k7m2qd4xw0aj";

    fn lost() -> ClientError {
        ClientError::Unreachable { site: "here".to_owned(), why: "gone".to_owned() }
    }

    fn act(command: Command) -> Order {
        Order::Act { game: GAME.to_owned(), command }
    }

    fn mv(ply: u32, mv: &str) -> Order {
        act(Command::Move { ply, text: mv.to_owned(), seen: None, lag_ms: 0 })
    }

    fn event(seq: u64) -> OnlineMessage {
        let event = GameEvent::Resumed { idle_ms: 1 };
        let now = Contest::new(Terms::default(), [Seat::Person; 2], 0).situation(0);
        OnlineMessage::Event(EventMessage { game: GAME.to_owned(), seq, at: 0, event, now })
    }

    /// A line that has heard of a game up to an event.
    fn watching(seen: u64) -> Line {
        let mut line = Line::default();
        line.opened();
        line.order(Order::Watch { game: GAME.to_owned(), seat: None });
        line.games.get_mut(GAME).unwrap().seen = Some(seen);
        line
    }

    fn hear(line: &mut Line, message: OnlineMessage) -> Reaction {
        line.hear(message, Instant::now())
    }

    #[test]
    fn a_move_is_sent_again_with_its_ply_until_it_is_acknowledged_and_that_is_told_once() {
        let mut line = watching(7);
        let first = line.order(mv(4, "11-15")).send.remove(0);
        let OnlineRequest::Act { request, command: Command::Move { ply: 4, seen: Some(7), .. }, .. } = first
        else {
            panic!("{first:?}")
        };
        line.closed(lost());
        let again = line.opened().send;
        assert_eq!(again.last(), Some(&first));
        assert!(matches!(&again[0], OnlineRequest::Watch { seen: Some(7), .. }), "{again:?}");
        let ack = OnlineMessage::Ack { request };
        assert!(matches!(&hear(&mut line, ack.clone()).tell[..], [Event::Done(Order::Act { .. })]));
        assert!(hear(&mut line, ack).tell.is_empty());
        line.closed(lost());
        assert_eq!(line.opened().send.len(), 1);
    }

    #[test]
    fn whatever_was_not_answered_is_sent_again_with_the_number_it_had() {
        let mut line = watching(0);
        let say = Order::Say { game: GAME.to_owned(), text: "good luck".to_owned() };
        let sent: Vec<OnlineRequest> =
            [say.clone(), act(Command::OfferDraw), act(Command::AskTakeback), act(Command::OfferDraw)]
                .into_iter()
                .flat_map(|order| line.order(order).send)
                .collect();
        let number = |request: &OnlineRequest| match request {
            OnlineRequest::Act { act, .. } | OnlineRequest::Say { act, .. } => *act,
            _ => None,
        };
        let numbers: std::collections::BTreeSet<u64> = sent.iter().filter_map(number).collect();
        assert_eq!(numbers.len(), 4, "each has a number of its own");
        assert!(matches!(&line.closed(lost()).tell[..], [Event::Lost(_)]));
        assert_eq!(line.opened().send[1..], sent);
        // What is ordered while there is no connection waits for it.
        line.closed(lost());
        assert!(line.order(say).send.is_empty());
        assert_eq!(line.opened().send.len(), 1 + 5);
    }

    #[test]
    fn events_are_told_once_and_a_gap_is_asked_for() {
        let mut line = watching(3);
        assert_eq!(hear(&mut line, event(4)).tell.len(), 1);
        assert!(hear(&mut line, event(4)).tell.is_empty());
        let gap = hear(&mut line, event(7));
        assert!(gap.tell.is_empty());
        assert!(matches!(&gap.send[..], [OnlineRequest::Watch { seen: Some(4), .. }]));
        line.order(Order::Unwatch { game: GAME.to_owned() });
        assert!(hear(&mut line, event(5)).tell.is_empty());
    }

    #[test]
    fn a_game_that_changes_hands_is_asked_again_in_a_moment() {
        let mut line = watching(0);
        let sent = line.order(mv(0, "11-15")).send.remove(0);
        let OnlineRequest::Act { request, .. } = sent else { panic!("{sent:?}") };
        let error = |code| ErrorBody::new(code, "");
        let now = Instant::now();
        assert!(
            line.hear(OnlineMessage::Refused { request, error: error(ErrorCode::TryAgain) }, now)
                .tell
                .is_empty()
        );
        assert!(line.due(now).is_empty());
        assert_eq!(line.due(now + AGAIN), [sent]);
        assert!(line.due(now + AGAIN).is_empty());
        let refused =
            line.hear(OnlineMessage::Refused { request, error: error(ErrorCode::BadMove) }, now).tell;
        assert!(matches!(&refused[..], [Event::Refused(Order::Act { .. }, _)]));
    }
}
