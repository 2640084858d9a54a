//! The lobby as a list: our games, challenges, seeks, and games to watch.

use crownhead_board::Color;
use crownhead_client::wire::{
    ChallengeInfo, OnlineSettings, OnlineSummary, PersonInfo, SeekInfo, StartedGame,
};

use super::{Link, Online, terms};

/// A line of the lobby.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A game of ours that is not over.
    Game(StartedGame),
    /// A challenge to us.
    Challenged(ChallengeInfo),
    /// A challenge of ours that nobody has accepted yet.
    OurChallenge(ChallengeInfo),
    /// Somebody seeks a game.
    Seek(SeekInfo),
    /// We seek one.
    OurSeek(SeekInfo),
    /// A game that can be watched.
    Live(OnlineSummary),
}

impl Online {
    /// The lines of the lobby, what concerns us first.
    pub fn rows(&self) -> Vec<Row> {
        let is_us = |person: &PersonInfo| self.me.as_ref().is_some_and(|me| me.id == person.id);
        let challenge = |challenge: &ChallengeInfo| match is_us(&challenge.by) {
            true => Row::OurChallenge(challenge.clone()),
            false => Row::Challenged(challenge.clone()),
        };
        let seek = |seek: &SeekInfo| match is_us(&seek.by) {
            true => Row::OurSeek(seek.clone()),
            false => Row::Seek(seek.clone()),
        };
        let is_ours = |game: &&OnlineSummary| self.games.iter().any(|own| own.game == game.id);
        let games = self.games.iter().cloned().map(Row::Game);
        let live = self.lobby.live.iter().filter(|game| !is_ours(game)).cloned().map(Row::Live);
        games
            .chain(self.challenges.iter().map(challenge))
            .chain(self.lobby.seeks.iter().map(seek))
            .chain(live)
            .collect()
    }

    /// The first line that is a game to watch.
    pub(crate) fn first_live(&self) -> Option<usize> {
        self.rows().iter().position(|row| matches!(row, Row::Live(_)))
    }

    /// A line in words.
    pub(crate) fn describe(&self, row: &Row) -> String {
        let (kind, who, what) = match row {
            Row::Game(game) => ("your game", self.opponent(game), String::new()),
            Row::Challenged(challenge) => ("challenge", titled(&challenge.by), offered(&challenge.settings)),
            Row::OurChallenge(challenge) => {
                let to = challenge.to.as_ref().map(|name| format!(" to {name}")).unwrap_or_default();
                ("you challenge", format!("code {}{to}", challenge.code), terms::words(&challenge.settings))
            }
            Row::Seek(seek) => ("seeks a game", titled(&seek.by), offered(&seek.settings)),
            Row::OurSeek(seek) => ("you seek", "anybody".to_owned(), terms::words(&seek.settings)),
            Row::Live(game) => {
                let who = format!("{} - {}", titled(&game.black), titled(&game.white));
                ("to watch", who, terms::words(&game.settings))
            }
        };
        format!("{kind:<14}{who:<24}  {what}").trim_end().to_owned()
    }

    fn opponent(&self, game: &StartedGame) -> String {
        let you = Color::from(game.side);
        let known = self.mirror.as_ref().filter(|mirror| mirror.id == game.game);
        match known {
            Some(mirror) => format!("{you} against {}", mirror.name(!you)),
            None => format!("you play {you}"),
        }
    }

    /// The lobby in words, its lines numbered.
    pub(crate) fn lobby_text(&self) -> String {
        let rows = self.rows();
        if self.link != Link::Open {
            return format!("{}\n", self.link.about());
        }
        if rows.is_empty() {
            return "Nobody offers a game just now. seek offers one to everybody, challenge makes one that you can \
                    send to somebody.\n"
                .to_owned();
        }
        let line = |(row, number): (&Row, usize)| format!("{number:>3}  {}\n", self.describe(row));
        let list: String = rows.iter().zip(1..).map(line).collect();
        list + "enter N takes up a line: plays, accepts or watches.\n"
    }
}

/// A name with its rating.
fn titled(person: &PersonInfo) -> String {
    match person.rating {
        Some(rating) => format!("{} ({rating})", named(person)),
        None => named(person),
    }
}

/// A name, and that it is a bot's.
pub(super) fn named(person: &PersonInfo) -> String {
    if person.bot { format!("{} [bot]", person.name) } else { person.name.clone() }
}

/// The kind of a game that somebody else offers, with the side that is left.
fn offered(settings: &OnlineSettings) -> String {
    let side = terms::side_left(settings).map(|side| format!(", you play {side}"));
    terms::words(settings) + &side.unwrap_or_default()
}
