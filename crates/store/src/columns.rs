//! The columns that both databases have, in the order in which rows are read. Each constant but one is the beginning
//! of a query.

pub(crate) const ACCOUNT: &str = "SELECT id, name, folded, password, is_bot, created, rating, deviation, volatility, \
    rated_games, rating_changed FROM accounts";

pub(crate) const SESSION: &str = "SELECT hash, person, name, has_account, expires FROM sessions";

pub(crate) const TOKEN: &str = "SELECT id, hash, account, name, scopes, created FROM api_tokens";

/// The columns alone: they are added and given back as well.
pub(crate) const OFFER_COLUMNS: &str = "id, code, creator, recipient, is_open, document, created, expires";

pub(crate) const GAME: &str = "SELECT id, black, black_name, black_has_account, black_rating, black_change, \
    white, white_name, white_has_account, white_rating, white_change, \
    settings, is_rated, is_private, created, ended, result, opening, summary FROM online_games";

pub(crate) const STUDY: &str =
    "SELECT id, owner, title, visibility, version, created, changed, pdn FROM studies";

pub(crate) const LISTED_STUDY: &str = "SELECT id, title, visibility, version, created, changed FROM studies";

pub(crate) const OLD_GAME: &str = "SELECT id, version, created, changed, document FROM games";
