//! Who asks: the address of a client, beyond the proxies that are trusted, and the names by which the server is known.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Once;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::{FORWARDED, HeaderName};
use axum::http::request::Parts;
use ipnet::IpNet;
use thiserror::Error;

use crate::App;
use crate::error::ApiError;

/// The headers by which a proxy tells for whom it asks.
const FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const PROXY_HEADERS: [HeaderName; 5] = [
    FOR,
    FORWARDED,
    HeaderName::from_static("x-forwarded-proto"),
    HeaderName::from_static("x-forwarded-host"),
    HeaderName::from_static("x-real-ip"),
];

/// An address, or a network such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

/// This is no address and no network.
#[derive(Debug, Error)]
#[error("neither an address such as 127.0.0.1 nor a network such as 10.0.0.0/8")]
pub struct BadNetwork;

impl FromStr for Network {
    type Err = BadNetwork;

    fn from_str(text: &str) -> Result<Network, BadNetwork> {
        let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map(Network).map_err(|_| BadNetwork)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Network {
    /// Does it hold every address there is?
    pub fn is_everybody(&self) -> bool {
        self.0.prefix_len() == 0
    }
}

/// A name by which browsers know the server, with its port if that is not the usual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicHost(String);

/// This is no name of a server.
#[derive(Debug, Error)]
#[error("not a name such as checkers.example.org or checkers.example.org:8443")]
pub struct BadHost;

impl FromStr for PublicHost {
    type Err = BadHost;

    fn from_str(text: &str) -> Result<PublicHost, BadHost> {
        let (name, port) = split_port(text);
        let fits = |letter: char| letter.is_ascii_alphanumeric() || ".-".contains(letter);
        let is_right = (1..=253).contains(&name.len()) && name.chars().all(fits) && port != Some("");
        is_right.then(|| PublicHost(text.to_ascii_lowercase())).ok_or(BadHost)
    }
}

impl fmt::Display for PublicHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Somebody who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client {
    /// Where it is.
    pub(crate) address: IpAddr,
    /// Does it ask on this machine, and not through a proxy?
    pub(crate) is_here: bool,
}

impl Client {
    /// What limits count by: an address, or the network of a subscriber, who has 2^64 addresses of IPv6.
    pub(crate) fn key(&self) -> IpAddr {
        key(self.address)
    }
}

/// The same for an address.
pub(crate) fn key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (!0 << 64)).into(),
        address => address,
    }
}

impl FromRequestParts<App> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Client, ApiError> {
        // The guard has looked before; without it, as in a test, the connection itself is the client.
        let known = parts.extensions.get::<Client>().copied();
        let peer = || parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
        let peer = || peer().map(|peer| app.entrance.client(peer.ip(), &HeaderMap::new()));
        known.or_else(peer).ok_or_else(|| ApiError::not_found("address"))
    }
}

/// By which names, and through whom, the server is reached.
#[derive(Debug)]
pub(crate) struct Entrance {
    /// Does the server listen on this machine only?
    pub(crate) is_local: bool,
    pub(crate) public_hosts: Vec<PublicHost>,
    pub(crate) proxies: Vec<Network>,
    pub(crate) warned: Once,
}

impl Entrance {
    /// May this address say for whom it asks?
    pub(crate) fn trusts(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.proxies.iter().any(|network| network.0.contains(&peer))
    }

    /// Who asks over a connection from this address.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        let is_passed_on = PROXY_HEADERS.iter().any(|name| headers.contains_key(name));
        if !self.trusts(peer) {
            let peer = peer.to_canonical();
            if peer.is_loopback() && is_passed_on {
                self.warn_of_proxy(peer);
            }
            return Client { address: peer, is_here: peer.is_loopback() && !is_passed_on };
        }
        // Each proxy adds whom it was asked by: the last who is no proxy of ours is the client. What stands before may be
        // anybody's invention.
        let named = headers.get_all(FOR).iter().filter_map(|value| value.to_str().ok());
        let named: Vec<&str> = named.flat_map(|value| value.split(',')).map(str::trim).collect();
        let mut address = peer;
        for name in named.iter().rev() {
            let Ok(next) = name.parse::<IpAddr>() else { break };
            address = next;
            if !self.trusts(next) {
                break;
            }
        }
        Client { address: address.to_canonical(), is_here: false }
    }

    /// Whoever forgets to name a proxy has all its clients limited as one.
    fn warn_of_proxy(&self, peer: IpAddr) {
        self.warned.call_once(|| {
            tracing::warn!(
                "a proxy at {peer} asks for others, and all of them count as one client; trust it with --trusted-proxies {peer}"
            );
        });
    }

    /// Takes away what a client says about itself in the name of a proxy.
    pub(crate) fn clean(&self, peer: IpAddr, headers: &mut HeaderMap) {
        if !self.trusts(peer) {
            PROXY_HEADERS.iter().for_each(|name| drop(headers.remove(name)));
        }
    }

    /// Is this a name of the server? A foreign name that leads here may be a trap of another site; an address is none. A server
    /// that is open to others without a name of its own answers to any.
    pub(crate) fn answers_to(&self, host: Option<&str>) -> bool {
        let any_name = !self.is_local && self.public_hosts.is_empty();
        any_name || host.is_some_and(|host| is_address(host) || self.is_public(host))
    }

    /// Is this one of the names that were given to it?
    pub(crate) fn is_public(&self, host: &str) -> bool {
        let name_of = |host: &PublicHost| split_port(&host.0).0.to_owned();
        self.public_hosts.iter().any(|public| {
            public.0.eq_ignore_ascii_case(host) || name_of(public).eq_ignore_ascii_case(split_port(host).0)
        })
    }

    /// May pages of this origin, such as `https://checkers.example.org`, use the server that was asked by this name?
    pub(crate) fn is_own_page(&self, origin: &str, host: Option<&str>) -> bool {
        let Some((_, from)) = origin.split_once("://") else { return false };
        host == Some(from) || self.public_hosts.iter().any(|public| public.0.eq_ignore_ascii_case(from))
    }
}

/// A name, and what stands for a port behind it.
fn split_port(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => (name, Some(port)),
        _ => (host, None),
    }
}

/// Is it an address, or the name of this machine, with any port?
fn is_address(host: &str) -> bool {
    let name = split_port(host).0;
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrance(is_local: bool, hosts: &[&str], proxies: &[&str]) -> Entrance {
        Entrance {
            is_local,
            public_hosts: hosts.iter().map(|host| host.parse().unwrap()).collect(),
            proxies: proxies.iter().map(|proxy| proxy.parse().unwrap()).collect(),
            warned: Once::new(),
        }
    }

    fn client(entrance: &Entrance, peer: &str, named: &[&str]) -> (String, bool) {
        let mut headers = HeaderMap::new();
        for named in named {
            headers.append(FOR, named.parse().unwrap());
        }
        let Client { address, is_here } = entrance.client(peer.parse().unwrap(), &headers);
        (address.to_string(), is_here)
    }

    #[test]
    fn only_a_trusted_proxy_names_addresses() {
        let check = |proxies: &[&str], peer: &str, named: &[&str], address: &str, is_here: bool| {
            let found = client(&entrance(false, &[], proxies), peer, named);
            assert_eq!(found, (address.to_owned(), is_here), "{proxies:?} {peer} {named:?}");
        };
        check(&[], "127.0.0.1", &[], "127.0.0.1", true);
        check(&[], "127.0.0.1", &["203.0.113.7"], "127.0.0.1", false);
        check(&[], "203.0.113.7", &["127.0.0.1"], "203.0.113.7", false);
        check(&["10.0.0.0/8"], "203.0.113.7", &["127.0.0.1"], "203.0.113.7", false);
        check(&["127.0.0.1"], "127.0.0.1", &["203.0.113.7"], "203.0.113.7", false);
        check(&["127.0.0.1"], "127.0.0.1", &["127.0.0.1, 203.0.113.7"], "203.0.113.7", false);
        check(&["127.0.0.1"], "127.0.0.1", &["127.0.0.1", "203.0.113.7"], "203.0.113.7", false);
        check(
            &["127.0.0.1", "10.0.0.0/8"],
            "127.0.0.1",
            &["1.2.3.4, 203.0.113.7, 10.1.2.3"],
            "203.0.113.7",
            false,
        );
        // A proxy that tells nothing, or nonsense, speaks for itself, and is not somebody at this machine.
        check(&["127.0.0.1"], "127.0.0.1", &[], "127.0.0.1", false);
        check(&["127.0.0.1"], "127.0.0.1", &["unknown"], "127.0.0.1", false);
        check(&["::1"], "::1", &["127.0.0.1"], "127.0.0.1", false);
        check(&["127.0.0.1"], "::ffff:127.0.0.1", &["::ffff:203.0.113.7"], "203.0.113.7", false);
    }

    #[test]
    fn a_subscriber_has_one_key() {
        let key = |address: &str| key(address.parse().unwrap());
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), key("2001:db8:1:2:ffff::1"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_ne!(key("203.0.113.7"), key("203.0.113.8"));
        assert_eq!(key("::ffff:203.0.113.7"), key("203.0.113.7"));
    }

    #[test]
    fn foreign_names_are_refused() {
        let local = entrance(true, &[], &[]);
        for host in ["localhost", "LocalHost:80", "127.0.0.1:8340", "[::1]:8340", "192.168.0.1"] {
            assert!(local.answers_to(Some(host)), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", ":80"] {
            assert!(!local.answers_to(Some(host)), "{host}");
        }
        assert!(!local.answers_to(None));
        for is_local in [true, false] {
            let named = entrance(is_local, &["Checkers.example.org", "club.example:8443"], &[]);
            for host in
                ["checkers.example.org", "CHECKERS.example.org:443", "club.example:8443", "10.0.0.1:8340"]
            {
                assert!(named.answers_to(Some(host)), "{host}");
            }
            assert!(!named.answers_to(Some("evil.example")));
        }
        assert!(entrance(false, &[], &[]).answers_to(Some("anything.example")));
    }

    #[test]
    fn pages_of_other_sites_are_not_its_own() {
        let named = entrance(true, &["checkers.example.org"], &[]);
        // As behind a proxy that passes its own name on, and behind one that does not.
        for host in ["checkers.example.org", "127.0.0.1:8340"] {
            assert!(named.is_own_page("https://checkers.example.org", Some(host)));
            assert!(!named.is_own_page("https://checkers.example.org:444", Some(host)));
            assert!(!named.is_own_page("https://evil.example", Some(host)));
            assert!(!named.is_own_page("null", Some(host)));
        }
        assert!(named.is_own_page("http://localhost:8340", Some("localhost:8340")));
    }

    #[test]
    fn networks_and_names_are_read_or_refused() {
        for text in ["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"] {
            assert!(text.parse::<Network>().is_ok(), "{text}");
        }
        for text in ["", "localhost", "10.0.0.0/33", "10.0.0/8"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
        for text in ["", "https://checkers.example.org", "checkers.example.org/", "a b", "x:"] {
            assert!(text.parse::<PublicHost>().is_err(), "{text}");
        }
    }
}
