//! How often somebody may ask: by address, by person, by name.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

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
    is_behind_proxy: bool,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    /// What makes something: accounts, guests, offers; and what could be guessed.
    dear: DefaultKeyedRateLimiter<IpAddr>,
    /// Passwords tried for a name from an address, and from anywhere.
    logins: DefaultKeyedRateLimiter<(IpAddr, String)>,
    names: DefaultKeyedRateLimiter<String>,
    chat: DefaultKeyedRateLimiter<String>,
    sockets: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// Sockets of online play from one address: a school may be behind it.
const MAX_SOCKETS: u32 = 200;

/// So many at once, and then one for each pause.
fn quota(burst: u32, pause: Duration) -> Quota {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(pause).unwrap_or(Quota::per_second(burst)).allow_burst(burst)
}

impl Gate {
    /// A gate. Behind a proxy the address is the last one that the proxy names.
    pub(crate) fn new(limits: Limits, is_behind_proxy: bool) -> Gate {
        let ms = Duration::from_millis;
        Gate {
            limits,
            is_behind_proxy,
            requests: RateLimiter::keyed(quota(200, ms(33))),
            dear: RateLimiter::keyed(quota(30, ms(2_000))),
            logins: RateLimiter::keyed(quota(10, ms(10_000))),
            names: RateLimiter::keyed(quota(50, ms(5_000))),
            chat: RateLimiter::keyed(quota(8, ms(1_500))),
            sockets: Arc::default(),
        }
    }

    /// Where a request comes from.
    pub(crate) fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let named = || {
            let value = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            value.rsplit(',').next()?.trim().parse().ok()
        };
        if self.is_behind_proxy { named().unwrap_or(peer) } else { peer }
    }

    fn is_free(&self, address: IpAddr) -> bool {
        match self.limits {
            Limits::All => false,
            Limits::None => true,
            Limits::Others => address.is_loopback(),
        }
    }

    /// May this address ask again?
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), ApiError> {
        if self.is_free(address) { Ok(()) } else { check(&self.requests, &address) }
    }

    /// May this address ask for something dear?
    pub(crate) fn dear(&self, address: IpAddr) -> Result<(), ApiError> {
        if self.is_free(address) { Ok(()) } else { check(&self.dear, &address) }
    }

    /// May a password be tried for this name? This is for everybody, this machine included.
    pub(crate) fn login(&self, address: IpAddr, name: &str) -> Result<(), ApiError> {
        check(&self.logins, &(address, name.to_owned()))?;
        check(&self.names, &name.to_owned())
    }

    /// May this person say something again?
    pub(crate) fn chat(&self, person: &str) -> Result<(), ApiError> {
        match self.limits {
            Limits::None => Ok(()),
            Limits::Others | Limits::All => check(&self.chat, &person.to_owned()),
        }
    }

    /// How fast one connection may send, if that is limited.
    pub(crate) fn pace(&self) -> Option<Pace> {
        (self.limits != Limits::None).then(Pace::new)
    }

    /// May this address open another socket? It counts until the place is dropped.
    pub(crate) fn socket(&self, address: IpAddr) -> Result<Option<Place>, ApiError> {
        if self.is_free(address) {
            return Ok(None);
        }
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let n = sockets.entry(address).or_default();
        if *n >= MAX_SOCKETS {
            return Err(too_many(Duration::from_secs(30)));
        }
        *n += 1;
        Ok(Some(Place { sockets: self.sockets.clone(), address }))
    }

    /// Forgets those who have not asked for long.
    pub(crate) fn tidy(&self) {
        self.requests.retain_recent();
        self.dear.retain_recent();
        self.logins.retain_recent();
        self.names.retain_recent();
        self.chat.retain_recent();
    }
}

/// A socket that counts.
pub(crate) struct Place {
    sockets: Arc<Mutex<HashMap<IpAddr, u32>>>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = sockets.get_mut(&self.address) {
            *n -= 1;
            if *n == 0 {
                sockets.remove(&self.address);
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

/// How many messages one connection may send: twenty a second, and many at once now and then.
pub(crate) struct Pace {
    left: f64,
    since: std::time::Instant,
}

impl Pace {
    const BURST: f64 = 100.0;
    const PER_SECOND: f64 = 20.0;

    fn new() -> Pace {
        Pace { left: Pace::BURST, since: std::time::Instant::now() }
    }

    /// May another message be sent?
    pub(crate) fn step(&mut self) -> bool {
        let now = std::time::Instant::now();
        let gained = now.duration_since(self.since).as_secs_f64() * Pace::PER_SECOND;
        self.left = (self.left + gained).min(Pace::BURST) - 1.0;
        self.since = now;
        let is_right = self.left >= 0.0;
        self.left = self.left.max(0.0);
        is_right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const AWAY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 7));

    #[test]
    fn others_are_limited_and_this_machine_is_not() {
        let gate = Gate::new(Limits::Others, false);
        assert!((0..1000).all(|_| gate.request(HOME).is_ok()));
        let refused = (0..1000).find_map(|_| gate.request(AWAY).err()).unwrap();
        assert!(refused.is(ErrorCode::TooMany));
    }

    #[test]
    fn passwords_cannot_be_tried_at_will_even_from_here() {
        let gate = Gate::new(Limits::None, false);
        assert_eq!((0..30).filter(|_| gate.login(HOME, "marion").is_ok()).count(), 10);
        assert!(gate.login(HOME, "asa").is_ok(), "another name");
        assert!(gate.login(AWAY, "marion").is_ok(), "whoever has the name can still log in from elsewhere");
    }

    #[test]
    fn only_a_proxy_that_is_known_names_addresses() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "10.1.1.1, 203.0.113.7".parse().unwrap());
        assert_eq!(Gate::new(Limits::All, false).address(HOME, &headers), HOME);
        assert_eq!(Gate::new(Limits::All, true).address(HOME, &headers), AWAY);
    }

    #[test]
    fn sockets_are_counted_while_they_are_open() {
        let gate = Gate::new(Limits::Others, false);
        let mut places: Vec<_> = (0..MAX_SOCKETS).map(|_| gate.socket(AWAY).unwrap()).collect();
        assert!(gate.socket(AWAY).is_err());
        assert!(gate.socket(HOME).is_ok());
        places.pop();
        assert!(gate.socket(AWAY).is_ok());
    }

    #[test]
    fn a_connection_keeps_a_pace() {
        let mut pace = Pace::new();
        let n = (0..1000).filter(|_| pace.step()).count();
        assert!((100..150).contains(&n), "{n}");
    }
}
