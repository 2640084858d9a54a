//! Where a server is.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use ureq::http::Uri;

/// The address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    is_secure: bool,
    host: String,
    port: u16,
}

/// A text that is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoSite {
    /// It cannot be read.
    #[error("\"{0}\" is not the address of a server; an example is http://127.0.0.1:8340")]
    Unreadable(String),
    /// It wants encryption that was left out when the program was built.
    #[error(
        "\"{0}\" needs encryption, and this program was built without it; build all of it with: cargo build --release --bin crownhead"
    )]
    NoTls(String),
}

impl Site {
    /// Is everything encrypted on its way?
    pub fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// The link by which a challenge is accepted on the web page.
    ///
    /// ```
    /// use crownhead_client::Site;
    ///
    /// let site: Site = "localhost:8340".parse().unwrap();
    /// assert_eq!(site.challenge_link("k7m2qd"), "http://localhost:8340/#/challenge/k7m2qd");
    /// ```
    pub fn challenge_link(&self, id: &str) -> String {
        format!("{self}/#/challenge/{id}")
    }

    /// The link by which a game is watched on the web page, or played on with the token of a seat.
    pub fn game_link(&self, game: &str, seat: Option<&str>) -> String {
        let seat = seat.map(|seat| format!("?seat={seat}")).unwrap_or_default();
        format!("{self}/#/game/{game}{seat}")
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    pub(crate) fn socket_url(&self) -> String {
        let scheme = if self.is_secure { "wss" } else { "ws" };
        format!("{scheme}://{}/api/online/socket", self.authority())
    }

    /// The name and the port, to connect to.
    pub(crate) fn address(&self) -> (&str, u16) {
        (self.host.trim_start_matches('[').trim_end_matches(']'), self.port)
    }

    fn authority(&self) -> String {
        let usual = if self.is_secure { 443 } else { 80 };
        match self.port {
            port if port == usual => self.host.clone(),
            port => format!("{}:{port}", self.host),
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_secure { "https" } else { "http" }, self.authority())
    }
}

/// Whatever is copied from the address line of a browser will do, and so will a name with a port.
///
/// ```
/// use crownhead_client::Site;
///
/// let site: Site = "http://club.example:8340/#/lobby".parse().unwrap();
/// assert_eq!(site.to_string(), "http://club.example:8340");
/// assert_eq!("club.example:8340".parse(), Ok(site));
/// assert!("ftp://club.example".parse::<Site>().is_err());
/// ```
impl FromStr for Site {
    type Err = NoSite;

    fn from_str(text: &str) -> Result<Site, NoSite> {
        let unreadable = || NoSite::Unreadable(text.to_owned());
        let whole =
            if text.contains("://") { text.trim().to_owned() } else { format!("http://{}", text.trim()) };
        let before_fragment = whole.split('#').next().unwrap_or_default();
        let uri: Uri = before_fragment.parse().map_err(|_| unreadable())?;
        let is_secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(unreadable()),
        };
        if is_secure && !cfg!(feature = "tls") {
            return Err(NoSite::NoTls(text.to_owned()));
        }
        let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(unreadable)?;
        let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        Ok(Site { is_secure, host: host.to_ascii_lowercase(), port })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_address_is_told_with_one_that_is() {
        for text in ["", "://", "ftp://club.example", "http://", "http://a b"] {
            let error = text.parse::<Site>().unwrap_err().to_string();
            assert!(error.contains("http://127.0.0.1:8340"), "{text}: {error}");
        }
    }

    #[test]
    fn an_address_of_six_is_connected_to_without_its_brackets() {
        let site: Site = "http://[::1]:8340".parse().unwrap();
        assert_eq!(site.address(), ("::1", 8340));
        assert_eq!(site.socket_url(), "ws://[::1]:8340/api/online/socket");
    }
}
