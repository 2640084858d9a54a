//! How often somebody may ask, and how much may be open: by address, by person, by name.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crownhead_contest::Name;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::client::{Client, key};
use crate::error::ApiError;
use crate::wire::ErrorCode;

/// Whom limits are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// For everybody but this machine itself.
    #[default]
    Others,
    /// For everybody.
    All,
    /// For nobody, except that passwords cannot be tried at will.
    None,
}

/// How often somebody may ask.
pub(crate) struct Gate {
    limits: Limits,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    /// What makes something: accounts, guests, offers; and what could be guessed.
    dear: DefaultKeyedRateLimiter<IpAddr>,
    /// Frames of all sockets of an address.
    frames: DefaultKeyedRateLimiter<IpAddr>,
    /// Passwords tried from an address, and for a name from an address. Nothing is counted for a name alone: whoever knows
    /// it could keep its owner out.
    logins: DefaultKeyedRateLimiter<IpAddr>,
    guesses: DefaultKeyedRateLimiter<(IpAddr, String)>,
    chat: DefaultKeyedRateLimiter<String>,
    connections: Counted,
    sockets: Counted,
    analyses: Counted,
}

/// Connections from one address: a school may be behind it, and a browser opens several.
const MAX_CONNECTIONS: u32 = 1000;
/// WebSockets and streams of one address.
const MAX_SOCKETS: u32 = 200;
/// Sockets of one address that may ask the engine.
const MAX_ANALYSES: u32 = 32;

/// So many at once, and then one for each pause.
fn quota(burst: u32, pause: Duration) -> Quota {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(pause).unwrap_or(Quota::per_second(burst)).allow_burst(burst)
}

impl Gate {
    /// A gate.
    pub(crate) fn new(limits: Limits) -> Gate {
        let ms = Duration::from_millis;
        Gate {
            limits,
            requests: RateLimiter::keyed(quota(200, ms(33))),
            dear: RateLimiter::keyed(quota(30, ms(2_000))),
            frames: RateLimiter::keyed(quota(1_000, ms(3))),
            logins: RateLimiter::keyed(quota(60, ms(3_000))),
            guesses: RateLimiter::keyed(quota(10, ms(10_000))),
            chat: RateLimiter::keyed(quota(8, ms(1_500))),
            connections: Counted::new(MAX_CONNECTIONS),
            sockets: Counted::new(MAX_SOCKETS),
            analyses: Counted::new(MAX_ANALYSES),
        }
    }

    fn is_free(&self, client: &Client) -> bool {
        match self.limits {
            Limits::All => false,
            Limits::None => true,
            Limits::Others => client.is_here,
        }
    }

    /// May this client ask again?
    pub(crate) fn request(&self, client: &Client) -> Result<(), ApiError> {
        if self.is_free(client) { Ok(()) } else { check(&self.requests, &client.key()) }
    }

    /// May this client ask for something dear?
    pub(crate) fn dear(&self, client: &Client) -> Result<(), ApiError> {
        if self.is_free(client) { Ok(()) } else { check(&self.dear, &client.key()) }
    }

    /// May a password be tried for this name? For one name it is limited for everybody, this machine included.
    pub(crate) fn login(&self, client: &Client, name: &Name) -> Result<(), ApiError> {
        if !self.is_free(client) {
            check(&self.logins, &client.key())?;
        }
        check(&self.guesses, &(client.key(), name.folded()))
    }

    /// May this person say something again?
    pub(crate) fn chat(&self, person: &str) -> Result<(), ApiError> {
        match self.limits {
            Limits::None => Ok(()),
            Limits::Others | Limits::All => check(&self.chat, &person.to_owned()),
        }
    }

    /// How fast one socket may send, if that is limited.
    pub(crate) fn pace(&self) -> Option<Pace> {
        (self.limits != Limits::None)
            .then(|| Pace(RateLimiter::direct(quota(100, Duration::from_millis(50)))))
    }

    /// How long a frame from this client has to wait, because others from its address have come before.
    pub(crate) fn frame(&self, client: &Client) -> Option<Duration> {
        let late = if self.is_free(client) { None } else { self.frames.check_key(&client.key()).err() };
        late.map(|until| until.wait_time_from(DefaultClock::default().now()))
    }

    /// May this address open another connection? It counts until the place is dropped.
    pub(crate) fn connection(&self, peer: IpAddr) -> Option<Place> {
        let client = Client { address: peer, is_here: peer.to_canonical().is_loopback() };
        if self.is_free(&client) { Some(Place(None)) } else { self.connections.take(key(peer)) }
    }

    /// May this client open another socket?
    pub(crate) fn socket(&self, client: &Client) -> Result<Place, ApiError> {
        self.place(&self.sockets, client)
    }

    /// May another socket of this client ask the engine?
    pub(crate) fn analysis(&self, client: &Client) -> Result<Place, ApiError> {
        self.place(&self.analyses, client)
    }

    fn place(&self, counted: &Counted, client: &Client) -> Result<Place, ApiError> {
        if self.is_free(client) {
            return Ok(Place(None));
        }
        counted.take(client.key()).ok_or_else(|| too_many(Duration::from_secs(30)))
    }

    /// Forgets those who have not asked for long.
    pub(crate) fn tidy(&self) {
        self.requests.retain_recent();
        self.dear.retain_recent();
        self.frames.retain_recent();
        self.logins.retain_recent();
        self.guesses.retain_recent();
        self.chat.retain_recent();
    }
}

/// What is open at the same time, by address.
#[derive(Clone)]
struct Counted {
    most: u32,
    open: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Counted {
    fn new(most: u32) -> Counted {
        Counted { most, open: Arc::default() }
    }

    fn take(&self, key: IpAddr) -> Option<Place> {
        let mut open = self.open();
        let n = open.entry(key).or_default();
        (*n < self.most).then(|| {
            *n += 1;
            Place(Some((self.clone(), key)))
        })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Something open that counts until this is dropped; for some it does not count.
pub(crate) struct Place(Option<(Counted, IpAddr)>);

impl Drop for Place {
    fn drop(&mut self) {
        let Some((counted, key)) = &self.0 else { return };
        let mut open = counted.open();
        if let Some(n) = open.get_mut(key) {
            *n -= 1;
            if *n == 0 {
                open.remove(key);
            }
        }
    }
}

fn check<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), ApiError> {
    limiter.check_key(key).map_err(|until| too_many(until.wait_time_from(DefaultClock::default().now())))
}

fn too_many(wait: Duration) -> ApiError {
    let seconds = wait.as_secs() + 1;
    let message = format!("Too many requests. Try again in {seconds} s.");
    ApiError::new(ErrorCode::TooMany, message).with_wait(seconds)
}

/// How many frames one socket may send: twenty a second, and a hundred at once now and then.
pub(crate) struct Pace(DefaultDirectRateLimiter);

impl Pace {
    /// May another frame be sent?
    pub(crate) fn step(&self) -> bool {
        self.0.check().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: Client = Client { address: IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), is_here: true };
    const PROXY: Client = Client { is_here: false, ..HOME };

    fn away(last: u8) -> Client {
        Client { address: [203, 0, 113, last].into(), is_here: false }
    }

    #[test]
    fn others_are_limited_and_this_machine_is_not() {
        let gate = Gate::new(Limits::Others);
        assert!((0..1000).all(|_| gate.request(&HOME).is_ok()));
        for client in [PROXY, away(7)] {
            let refused = (0..1000).find_map(|_| gate.request(&client).err()).unwrap();
            assert!(refused.is(ErrorCode::TooMany));
        }
    }

    #[test]
    fn passwords_cannot_be_tried_at_will_even_from_here() {
        let gate = Gate::new(Limits::None);
        let name = |name: &str| name.parse::<Name>().unwrap();
        assert_eq!((0..30).filter(|_| gate.login(&HOME, &name("marion")).is_ok()).count(), 10);
        assert!(gate.login(&HOME, &name("asa")).is_ok(), "another name");
        assert!(
            gate.login(&away(7), &name("Marion")).is_ok(),
            "whoever has the name can still log in from elsewhere"
        );
    }

    #[test]
    fn sockets_are_counted_while_they_are_open() {
        let gate = Gate::new(Limits::Others);
        let mut places: Vec<_> = (0..MAX_SOCKETS).map(|_| gate.socket(&away(7)).unwrap()).collect();
        assert!(gate.socket(&away(7)).is_err());
        assert!(gate.socket(&HOME).is_ok() && gate.socket(&away(8)).is_ok());
        places.pop();
        assert!(gate.socket(&away(7)).is_ok());
        drop(places);
        assert!(gate.sockets.open().is_empty(), "nobody is remembered who has left");
    }

    #[test]
    fn a_network_of_ipv6_is_one_subscriber() {
        let gate = Gate::new(Limits::All);
        let neighbor = |n: u16| Client { address: [0x2001, 0xdb8, 0, 1, 0, 0, 0, n].into(), is_here: false };
        let refused = (0..1000).filter(|n| gate.request(&neighbor(*n)).is_err()).count();
        assert!(refused > 700, "{refused}");
    }

    #[test]
    fn a_socket_keeps_a_pace() {
        let pace = Gate::new(Limits::All).pace().unwrap();
        let n = (0..1000).filter(|_| pace.step()).count();
        assert!((100..150).contains(&n), "{n}");
    }
}
