//! What is kept of play between people over a network: who they are, what they offer each other, their games
//! event by event, and which node of many has a game in its hands.
//!
//! Times are milliseconds since 1970. Texts that the store does not look into (settings, events, summaries) are
//! the caller's. Secrets never come here: passwords and tokens are hashed by the caller.

use crate::Answer;
use crate::people::PeopleStore;

/// Somebody with a name of their own.
#[derive(Clone, PartialEq)]
pub struct Account {
    /// Its name inside, which never changes.
    pub id: String,
    /// Its name as it is shown.
    pub name: String,
    /// The name in the form in which two names are the same; no two accounts have the same.
    pub folded: String,
    /// The hash of the password, salted, with its parameters.
    pub password: String,
    /// Is it a program that plays?
    pub is_bot: bool,
    /// When it was made.
    pub created: u64,
    /// How well it plays.
    pub rating: SavedRating,
}

// The hash of a password has no business in logs.
impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account").field("id", &self.id).field("name", &self.name).finish_non_exhaustive()
    }
}

/// A rating as it is saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SavedRating {
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much it is expected to change.
    pub volatility: f64,
    /// Rated games so far. It grows by one with each change.
    pub games: u32,
    /// When it was changed last.
    pub changed: u64,
}

/// Somebody who is known by a cookie.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    /// The hash of the token in the cookie.
    pub hash: String,
    /// Who it is: the id of an account, or one that only this guest has.
    pub person: String,
    /// The name that is shown.
    pub name: String,
    /// Is it an account?
    pub has_account: bool,
    /// When it ends.
    pub expires: u64,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("person", &self.person).finish_non_exhaustive()
    }
}

/// A key by which a program acts for an account.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiToken {
    /// Its name inside, by which it can be taken away.
    pub id: String,
    /// The hash of the token.
    pub hash: String,
    /// The account.
    pub account: String,
    /// What its owner calls it.
    pub name: String,
    /// What it may be used for, in words with spaces between them.
    pub scopes: String,
    /// When it was made.
    pub created: u64,
}

impl std::fmt::Debug for ApiToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApiToken")
            .field("id", &self.id)
            .field("account", &self.account)
            .finish_non_exhaustive()
    }
}

/// A game that somebody wants to play: a seek in the lobby, or a challenge by link, code or name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name inside and in links.
    pub id: String,
    /// A short code that can be read out; none for a seek.
    pub code: Option<String>,
    /// Who offers it.
    pub creator: String,
    /// The only person who may take it; none for anybody.
    pub to: Option<String>,
    /// Is it shown in the lobby?
    pub is_open: bool,
    /// What kind of game it is.
    pub document: String,
    /// When it was made.
    pub created: u64,
    /// When it ends.
    pub expires: u64,
}

/// One of the two players of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who it is.
    pub person: String,
    /// The name when the game began.
    pub name: String,
    /// Does the person have an account?
    pub has_account: bool,
    /// Is it a program?
    pub is_bot: bool,
    /// The rating when the game began, if there was one.
    pub rating: Option<i32>,
    /// What the game has done to it.
    pub rating_change: Option<i32>,
}

/// A game between two people, without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlineGame {
    /// Its name in addresses.
    pub id: String,
    /// Who plays Black.
    pub black: Player,
    /// Who plays White.
    pub white: Player,
    /// Rules, start and clock.
    pub settings: String,
    /// Does it count for ratings?
    pub is_rated: bool,
    /// May only its players see it?
    pub is_private: bool,
    /// When it began.
    pub created: u64,
    /// How it ended, if it did.
    pub over: Option<Over>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// When.
    pub ended: u64,
    /// One word to search for: `black`, `white`, `draw` or `aborted`.
    pub result: String,
    /// The name of the opening, if it has one.
    pub opening: Option<String>,
    /// What a list shows besides.
    pub summary: String,
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedEvent {
    /// Its number: 1, 2, 3 and so on, without a gap.
    pub seq: u64,
    /// When it happened.
    pub at: u64,
    /// What happened.
    pub body: String,
}

/// Events to add to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The game.
    pub game: String,
    /// The epoch in which the writer owns the game.
    pub epoch: u64,
    /// The events. Their numbers follow each other, and follow what is there.
    pub events: Vec<SavedEvent>,
    /// The end of the game, when one of the events ends it.
    pub ending: Option<Ending>,
    /// The game that follows, when one of the events begins it. It is added together with the events; one that is there
    /// already stays as it is.
    pub begins: Option<Begin>,
}

/// A game that begins: it has no events yet, and the node owns it in epoch 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begin {
    /// The game.
    pub game: OnlineGame,
    /// The node.
    pub node: String,
}

/// What is saved when a game ends, together with its last event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How it ended.
    pub over: Over,
    /// The keys of all its positions, to find it by any of them.
    pub positions: Vec<u64>,
}

/// What came of adding events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// They are there and durable.
    Done,
    /// Somebody else owns the game, or has in the meantime.
    Fenced,
    /// Their numbers do not follow what is there.
    Stale,
}

/// What came of claiming a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The node owns it from now on.
    Owned {
        /// The epoch to append with. It is higher than any before.
        epoch: u64,
        /// For how long nobody owned it: since the last sign of life of the owner before. 0 for a new game.
        idle_ms: u64,
    },
    /// Another node owns it and is alive.
    Other(String),
    /// There is no such game.
    Unknown,
}

/// Something that a player said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// When.
    pub at: u64,
    /// Who.
    pub person: String,
    /// Their name.
    pub name: String,
    /// What.
    pub text: String,
}

/// Which games to find among those that are over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// A person who played.
    pub player: Option<String>,
    /// A person against whom that one played.
    pub opponent: Option<String>,
    /// How it ended: `black`, `white`, `draw` or `aborted`.
    pub result: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The key of a position that occurred.
    pub position: Option<u64>,
    /// Who asks; private games are found by their players only.
    pub viewer: Option<String>,
    /// Behind this place in the list: when the last game of the page before ended, and its id.
    pub after: Option<(u64, String)>,
    /// The maximum number of games.
    pub limit: u32,
}

/// A new rating of an account after a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingChange {
    /// The account.
    pub account: String,
    /// Its rating from now on. Its `games` is one more than it was when the change was computed.
    pub rating: SavedRating,
    /// What is shown beside the game.
    pub difference: i32,
}

/// Where play over a network is kept. The newest come first wherever a list is given.
pub trait ClubStore: PeopleStore {
    /// Adds an account, unless its name is taken. Was it added?
    fn add_account(&self, account: Account) -> Answer<'_, bool>;

    /// The account with this id.
    fn account(&self, id: String) -> Answer<'_, Option<Account>>;

    /// The account with this name in its folded form.
    fn account_named(&self, folded: String) -> Answer<'_, Option<Account>>;

    /// Adds a session.
    fn add_session(&self, session: Session) -> Answer<'_, ()>;

    /// The session with this hash that has not ended.
    fn session(&self, hash: String) -> Answer<'_, Option<Session>>;

    /// Ends a session.
    fn delete_session(&self, hash: String) -> Answer<'_, ()>;

    /// Adds a token of an account.
    fn add_token(&self, token: ApiToken) -> Answer<'_, ()>;

    /// The token with this hash.
    fn token(&self, hash: String) -> Answer<'_, Option<ApiToken>>;

    /// The tokens of an account.
    fn tokens(&self, account: String) -> Answer<'_, Vec<ApiToken>>;

    /// Takes a token of an account away. Was there one?
    fn delete_token(&self, account: String, id: String) -> Answer<'_, bool>;

    /// Adds an offer.
    fn add_offer(&self, offer: Offer) -> Answer<'_, ()>;

    /// The offer with this id or code that has not ended.
    fn offer(&self, id_or_code: String) -> Answer<'_, Option<Offer>>;

    /// The open offers that have not expired, the oldest first; at most `limit`.
    fn open_offers(&self, limit: u32) -> Answer<'_, Vec<Offer>>;

    /// The offers that are made to a person by name, or that the person has made.
    fn offers_of(&self, person: String) -> Answer<'_, Vec<Offer>>;

    /// Takes an offer away and gives it to exactly one of those who ask for it.
    fn take_offer(&self, id: String) -> Answer<'_, Option<Offer>>;

    /// Begins a game and takes all of these offers away; or does neither, when one of them is not there any more or there
    /// is a game of this id. Was it done?
    fn begin(&self, begin: Begin, offers: Vec<String>) -> Answer<'_, bool>;

    /// The game with this id.
    fn game(&self, id: String) -> Answer<'_, Option<OnlineGame>>;

    /// The events of a game with a higher number than this one, in their order.
    fn events(&self, game: String, after: u64) -> Answer<'_, Vec<SavedEvent>>;

    /// Adds events to a game. When this has answered `Done`, they are durable; otherwise nothing was added.
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// At most `limit` games that are not over and not private.
    fn live_games(&self, limit: u32) -> Answer<'_, Vec<OnlineGame>>;

    /// Games that are not over and in which the person plays.
    fn games_of(&self, person: String) -> Answer<'_, Vec<OnlineGame>>;

    /// Games that are over.
    fn search(&self, search: Search) -> Answer<'_, Vec<OnlineGame>>;

    /// Keeps the hash of a token by which a side (0 Black, 1 White) of a game can be taken from another device.
    fn set_seat(&self, game: String, side: u8, hash: String) -> Answer<'_, ()>;

    /// The side of a game whose token has this hash.
    fn seat(&self, game: String, hash: String) -> Answer<'_, Option<u8>>;

    /// A node starts: the games it had in an earlier life belong to nobody, since its last sign of life.
    fn enter(&self, node: String) -> Answer<'_, ()>;

    /// A sign of life. The games of a node that gives none for `lease_ms` can be claimed by others.
    fn heartbeat(&self, node: String) -> Answer<'_, ()>;

    /// Makes a node the owner of a game that nobody owns: a new epoch begins. An owner that is alive keeps it;
    /// the node itself may claim again.
    fn claim(&self, game: String, node: String, lease_ms: u64) -> Answer<'_, Claim>;

    /// The owner puts a game down in which nothing is expected to happen: nobody owns it, and it is no orphan before
    /// `wakes`. Claimed before, it counts as never idle. Was it put down?
    fn rest(&self, game: String, epoch: u64, wakes: u64) -> Answer<'_, bool>;

    /// A node gives all its games back, at once.
    fn leave(&self, node: String) -> Answer<'_, ()>;

    /// At most `limit` games that are not over, have no owner that is alive, and do not rest.
    fn orphans(&self, lease_ms: u64, limit: u32) -> Answer<'_, Vec<String>>;

    /// Saves what a rated game has done to the ratings, once: neither if the game was rated before, nor if an
    /// account has been rated since the change was computed. Was it saved?
    fn rate(&self, game: String, changes: [RatingChange; 2]) -> Answer<'_, bool>;

    /// At most `limit` rated games that are over, were not aborted, and have changed no rating yet.
    fn unrated(&self, limit: u32) -> Answer<'_, Vec<String>>;

    /// Keeps a line of a game's chat. With a number, a line that is sent again by the same person is not kept again. Was
    /// it kept now?
    fn say(&self, game: String, line: ChatLine, act: Option<u64>) -> Answer<'_, bool>;

    /// The last `limit` chat lines of a game, in order.
    fn chat(&self, game: String, limit: u32) -> Answer<'_, Vec<ChatLine>>;

    /// Deletes sessions and offers that have ended. How many were there?
    fn tidy(&self) -> Answer<'_, usize>;
}
