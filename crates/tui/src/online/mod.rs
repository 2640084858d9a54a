//! Play with people elsewhere: what is known of the server, its lobby, and the game at hand.
//!
//! What is here only holds and describes. What commands and messages do to it is in `session/online`.

mod command;
mod lobby;
mod mirror;
mod terms;

use std::time::{Duration, Instant};

use crownhead_board::Color;
use crownhead_client::wire::{ChallengeInfo, Lobby, Me, PeopleOnline, StartedGame};
use crownhead_client::{Http, Site};

use crate::time::Epoch;
use crate::words::clock_text;

pub use command::{Invitation, ONLINE_COMMANDS, OnlineCommand, OnlineEntry};
pub(crate) use command::{beginning_with, find, help, read};
pub use lobby::Row;
pub use mirror::Mirror;
pub use terms::TermsError;
pub(crate) use terms::{DEFAULT_CLOCK, TERMS, settings_of};

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
    pub(crate) mirror: Option<Mirror>,
    /// Whose password is awaited.
    pub(crate) awaits_password: Option<Login>,
    /// What time a moment is by the server's clock.
    time: Option<Epoch>,
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

impl Link {
    /// How it is, where there is nothing else to show.
    pub(crate) const fn about(&self) -> &'static str {
        match self {
            Link::Opening => "Connecting to the server ...",
            Link::Open => "Connected.",
            Link::Lost => "The server cannot be reached. Reconnecting automatically.",
        }
    }
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
            lobby: Lobby { seeks: Vec::new(), live: Vec::new(), online: PeopleOnline::default() },
            challenges: Vec::new(),
            games: Vec::new(),
            invitation,
            awaited: None,
            mirror: None,
            awaits_password: None,
            time: None,
        }
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
        self.time = Some(Epoch::new(now, time));
    }

    /// The milliseconds that a side of the game shown has left.
    pub(crate) fn left_ms(&self, color: Color, now: Instant) -> Option<u64> {
        let clock = self.mirror.as_ref()?.now.clock?;
        Some(clock.left_ms(color, self.time.map_or(clock.at, |time| time.ms(now))))
    }

    /// That the other player has left our game, and what can be done about it, with the keys or commands for that.
    pub(crate) fn absence(&self, now: Instant, win: &str, draw: &str) -> Option<String> {
        let mirror = self.mirror.as_ref().filter(|mirror| mirror.is_played_here())?;
        let them = !mirror.you?;
        let away = mirror.now.away.iter().find(|away| away.side == them)?;
        let left_ms = away.claim_from.saturating_sub(self.time.map_or(away.since, |time| time.ms(now)));
        let name = mirror.name(them);
        Some(match left_ms {
            _ if mirror.now.can.abort => format!("{name} left the game."),
            0 => format!("{name} left the game: {win} claims a win, {draw} a draw."),
            _ => {
                let left = clock_text(Duration::from_secs(left_ms.div_ceil(1000)));
                format!("{name} left the game. You can claim it in {left}.")
            }
        })
    }

    /// The seconds that are left for the first move of the side to move, after which the game is aborted.
    pub(crate) fn first_move_within(&self, now: Instant) -> Option<u64> {
        let by = self.mirror.as_ref()?.now.first_move_by?;
        Some(by.saturating_sub(self.time?.ms(now)) / 1000)
    }
}
