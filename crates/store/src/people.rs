//! What is kept of people besides their games: passwords that change, codes for who has forgotten one, whom somebody
//! does not want to meet, and how well they play.

use crate::Answer;
use crate::club::Account;

/// Somebody whom a person does not want to meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Who it is.
    pub person: String,
    /// The name.
    pub name: String,
}

/// How the rated games of an account ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// The rating of an account after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingPoint {
    /// When the game ended.
    pub at: u64,
    /// The rating after it.
    pub rating: i32,
}

/// The name of whoever has deleted the account. Nobody else can have it.
pub const DELETED: &str = "[deleted]";

/// Where people are kept. A person is an account or a guest.
pub trait PeopleStore: Send + Sync + 'static {
    /// Says for good that an account is a program's, if it has no rated games. Is it a program's now?
    fn become_bot(&self, id: String) -> Answer<'_, bool>;

    /// Changes the hash of the password of an account, and ends its sessions but the one with this hash.
    fn set_password(&self, id: String, password: String, but: String) -> Answer<'_, ()>;

    /// Ends all sessions of a person.
    fn end_sessions(&self, person: String) -> Answer<'_, ()>;

    /// Keeps the hashes of codes by which an account can be recovered, in place of earlier ones.
    fn set_recovery_codes(&self, account: String, hashes: Vec<String>) -> Answer<'_, ()>;

    /// How many of them have not been used.
    fn n_recovery_codes(&self, account: String) -> Answer<'_, u32>;

    /// Uses up a code: the password is changed, and all sessions and tokens of the account end. Was there such a code?
    fn recover(&self, account: String, code: String, password: String) -> Answer<'_, bool>;

    /// Deletes an account with everything that is its own. Its games stay, under the name [`DELETED`].
    fn delete_account(&self, id: String) -> Answer<'_, ()>;

    /// A person does not want to meet another one. False if the person has `limit` such people already.
    fn block(&self, person: String, other: String, limit: u32) -> Answer<'_, bool>;

    /// The person does not mind any more.
    fn unblock(&self, person: String, other: String) -> Answer<'_, ()>;

    /// Whom a person does not want to meet, by name.
    fn blocked_by(&self, person: String) -> Answer<'_, Vec<Blocked>>;

    /// Does a person not want to meet another one?
    fn has_blocked(&self, person: String, other: String) -> Answer<'_, bool>;

    /// At most `limit` accounts whose rating is no less certain than this, the best first.
    fn leaders(&self, max_deviation: f64, limit: u32) -> Answer<'_, Vec<Account>>;

    /// How the rated games of an account ended.
    fn record(&self, account: String) -> Answer<'_, Record>;

    /// The ratings of an account after its last `limit` rated games, in order.
    fn rating_points(&self, account: String, limit: u32) -> Answer<'_, Vec<RatingPoint>>;

    /// Extends the open offers of a person at least until then.
    fn extend_seeks(&self, person: String, until: u64) -> Answer<'_, ()>;

    /// Deletes open offers that have ended, and gives their ids, each to one of those who ask.
    fn take_ended_seeks(&self) -> Answer<'_, Vec<String>>;
}
