//! Play with people elsewhere: what is known of the server, its lobby, and the game at hand.
//!
//! What is here only holds and describes. What commands and messages do to it is in `session/online`.

mod command;
mod lobby;
mod table;
mod terms;

use std::time::{Duration, Instant};

use crownhead_client::wire::{ChallengeInfo, Lobby, Me, StartedGame};
use crownhead_client::{Http, Site};

pub use command::{Invitation, ONLINE_COMMANDS, OnlineCommand, OnlineEntry};
pub(crate) use command::{beginning_with, help, read};
pub use lobby::Row;
pub use table::Table;
pub(crate) use table::outcome;
pub use terms::TermsError;
pub(crate) use terms::{DEFAULT_CLOCK, clock_of, settings_of};

/// A server to go to, and what for.
#[derive(Debug)]
pub struct Visit {
    /// The server, with us known to it.
    pub server: Http,
    /// A code or a link that is taken up first.
    pub invitation: Option<String>,
}

/// A server and what it has told.
#[derive(Debug)]
pub struct Online {
    pub(crate) site: Site,
    pub(crate) link: Link,
    pub(crate) me: Option<Me>,
    pub(crate) lobby: Lobby,
    /// Challenges to us and of ours.
    pub(crate) challenges: Vec<ChallengeInfo>,
    /// Our games that are not over.
    pub(crate) games: Vec<StartedGame>,
    /// What the player came for, until the server has said who we are.
    pub(crate) invitation: Option<String>,
    /// The game that was asked for, until it comes.
    pub(crate) awaited: Option<String>,
    pub(crate) table: Option<Table>,
    /// Whose password is awaited.
    pub(crate) awaits_password: Option<Login>,
    /// What the server's clock showed at a moment, in milliseconds since 1970.
    server_time: Option<(u64, Instant)>,
}

/// How the connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// It is being made for the first time.
    Opening,
    Open,
    /// It is gone, and being made again.
    Lost,
}

/// A name whose password is awaited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Login {
    pub(crate) name: String,
    /// Is the account to be made?
    pub(crate) is_new: bool,
}

impl Online {
    /// A server that was not heard of yet, and what is wanted there.
    pub fn new(site: Site, invitation: Option<String>) -> Online {
        Online {
            site,
            link: Link::Opening,
            me: None,
            lobby: Lobby { seeks: Vec::new(), live: Vec::new() },
            challenges: Vec::new(),
            games: Vec::new(),
            invitation,
            awaited: None,
            table: None,
            awaits_password: None,
            server_time: None,
        }
    }

    /// The name that others see; nobody's until the server has told it.
    pub(crate) fn name(&self) -> &str {
        self.me.as_ref().map_or("", |me| &me.name)
    }

    /// How the connection is, who we are, and where.
    pub fn title(&self) -> String {
        let who = match &self.me {
            None => String::new(),
            Some(me) => match me.rating {
                Some(rating) => format!(" as {} ({})", me.name, rating.rating),
                None => format!(" as {}", me.name),
            },
        };
        match self.link {
            Link::Opening => format!("connecting to {}", self.site),
            Link::Open => format!("connected{who} to {}", self.site),
            Link::Lost => format!("CONNECTION LOST, trying again: {}", self.site),
        }
    }

    pub(crate) fn set_server_time(&mut self, time: u64, now: Instant) {
        self.server_time = Some((time, now));
    }

    /// What the server's clock shows now, as far as it is known.
    pub(crate) fn server_now(&self, now: Instant) -> Option<u64> {
        self.server_time.map(|(time, then)| time + now.duration_since(then).as_millis() as u64)
    }

    /// The moment at which the server's clock showed a time; never later than now.
    pub(crate) fn moment(&self, time: u64, now: Instant) -> Instant {
        let ago = self.server_now(now).map_or(0, |server| server.saturating_sub(time));
        now.checked_sub(Duration::from_millis(ago)).unwrap_or(now)
    }
}
