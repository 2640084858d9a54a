//! What is kept of studies: games to look at, each with an owner, as the text of a game file; and the games that
//! earlier programs kept, which are only handed over.

use crate::Answer;

/// A study as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    /// Its name in addresses, at most 64 characters.
    pub id: String,
    /// The account whose it is. This never changes.
    pub owner: String,
    /// What its owner calls it.
    pub title: String,
    /// Who may read it.
    pub visibility: Visibility,
    /// Grows by one with every change.
    pub version: u64,
    /// When it was made, in milliseconds since 1970. This never changes.
    pub created: u64,
    /// When it was changed last.
    pub changed: u64,
    /// The whole study, as PDN.
    pub pdn: String,
}

/// A study in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedStudy {
    /// Its name in addresses.
    pub id: String,
    /// What its owner calls it.
    pub title: String,
    /// Who may read it.
    pub visibility: Visibility,
    /// Grows by one with every change.
    pub version: u64,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it was changed last.
    pub changed: u64,
}

/// Who may read a study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Its owner.
    #[default]
    Private,
    /// Whoever has the link.
    Link,
}

impl Visibility {
    /// The word that is kept.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Visibility::Private => "private",
            Visibility::Link => "link",
        }
    }

    /// A word that nobody knows is taken for the careful one.
    pub(crate) fn from_word(word: &str) -> Visibility {
        if word == "link" { Visibility::Link } else { Visibility::Private }
    }
}

/// A game that an earlier program kept, as it kept it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldGame {
    /// Its name.
    pub id: String,
    /// It grew with every change.
    pub version: u64,
    /// When it was begun, in milliseconds since 1970.
    pub created: u64,
    /// When it was changed last.
    pub changed: u64,
    /// The whole game, in the JSON of that program.
    pub document: String,
}

/// Where studies are kept.
pub trait StudyStore: Send + Sync + 'static {
    /// Adds a study, unless its owner has `limit` of them already. Was it added? When this has answered, it is durable.
    fn add_study(&self, study: Study, limit: u32) -> Answer<'_, bool>;

    /// The study with this id, if there is one.
    fn study(&self, id: String) -> Answer<'_, Option<Study>>;

    /// Saves a study in place of the version before it.
    ///
    /// Fails with [`Stale`](crate::StoreError::Stale) if that is not what is there, or if it is another's.
    fn save_study(&self, study: Study) -> Answer<'_, ()>;

    /// Deletes a study of an owner. Was there one?
    fn delete_study(&self, owner: String, id: String) -> Answer<'_, bool>;

    /// All studies of an owner, the most recently changed first.
    fn studies_of(&self, owner: String) -> Answer<'_, Vec<ListedStudy>>;

    /// How many games earlier programs have left.
    fn n_old_games(&self) -> Answer<'_, u64>;

    /// At most `limit` games that earlier programs have left, the oldest first, after the one that was made then and has
    /// that id.
    fn old_games(&self, after: Option<(u64, String)>, limit: u32) -> Answer<'_, Vec<OldGame>>;

    /// Deletes a game that an earlier program has left, if it still has this version. Was it there?
    fn delete_old_game(&self, id: String, version: u64) -> Answer<'_, bool>;
}
