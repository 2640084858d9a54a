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
    settings, is_rated, is_private, created, ended, result, opening, summary, black_is_bot, white_is_bot FROM online_games";

pub(crate) const STUDY: &str =
    "SELECT id, owner, title, visibility, version, created, changed, pdn FROM studies";

pub(crate) const LISTED_STUDY: &str = "SELECT id, title, visibility, version, created, changed FROM studies";

pub(crate) const OLD_GAME: &str = "SELECT id, version, created, changed, document FROM games";

/// How the rated games of an account ended: won, drawn, lost.
pub(crate) const RECORD: &str = "SELECT \
    count(CASE WHEN (black = $1 AND result = 'black') OR (white = $1 AND result = 'white') THEN 1 END), \
    count(CASE WHEN result = 'draw' THEN 1 END), \
    count(CASE WHEN (black = $1 AND result = 'white') OR (white = $1 AND result = 'black') THEN 1 END) \
    FROM online_games WHERE (black = $1 OR white = $1) AND is_rated AND ended IS NOT NULL";

/// The ratings of an account after its rated games, the last first.
pub(crate) const RATING_POINTS: &str = "SELECT ended, rating FROM ( \
    SELECT ended, id, black_rating + black_change AS rating FROM online_games WHERE black = $1 \
    UNION ALL SELECT ended, id, white_rating + white_change FROM online_games WHERE white = $1) AS points \
    WHERE ended IS NOT NULL AND rating IS NOT NULL ORDER BY ended DESC, id DESC LIMIT $2";
