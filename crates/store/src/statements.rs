//! The statements that both databases carry out, in one table. Columns stand in the order in which `read.rs` reads them.

use crate::database::Statement;

macro_rules! account {
    () => {
        "SELECT id, name, folded, password, is_bot, created, rating, deviation, volatility, rated_games, rating_changed
         FROM accounts"
    };
}

macro_rules! token {
    () => {
        "SELECT id, hash, account, name, scopes, created FROM api_tokens"
    };
}

macro_rules! offer_columns {
    () => {
        "id, code, creator, recipient, is_open, document, created, expires"
    };
}

macro_rules! offer {
    () => {
        concat!("SELECT ", offer_columns!(), " FROM offers")
    };
}

macro_rules! game {
    () => {
        "SELECT id, black, black_name, black_has_account, black_is_bot, black_rating, black_change,
             white, white_name, white_has_account, white_is_bot, white_rating, white_change,
             settings, is_rated, is_private, created, ended, result, opening, summary FROM online_games"
    };
}

macro_rules! statements {
    ($($(#[$doc:meta])* $how:ident $name:ident = $sql:expr;)*) => {
        $($(#[$doc])* pub(crate) const $name: Statement = Statement::$how($sql);)*

        /// All of them, so that tests can ask a database whether it understands them.
        #[cfg(test)]
        pub(crate) const ALL: &[(&str, Statement)] = &[$((stringify!($name), $name)),*];
    };
}

statements! {
    /// An account that is there with this very id was added by an earlier try.
    freely ADD_ACCOUNT = "INSERT INTO accounts (id, name, folded, password, is_bot, created, rating, deviation, volatility,
             rated_games, rating_changed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (folded) DO UPDATE SET name = excluded.name WHERE accounts.id = excluded.id RETURNING 1";
    freely ACCOUNT = concat!(account!(), " WHERE id = $1");
    freely ACCOUNT_NAMED = concat!(account!(), " WHERE folded = $1");
    freely BECOME_BOT = "UPDATE accounts SET is_bot = TRUE WHERE id = $1 AND (is_bot OR rated_games = 0) RETURNING 1";
    freely SET_PASSWORD = "UPDATE accounts SET password = $2 WHERE id = $1 RETURNING 1";
    /// Its rating stays, for the games of others.
    freely FORGET_ACCOUNT = "UPDATE accounts SET name = $2, folded = $2 || id, password = '' WHERE id = $1 RETURNING 1";
    freely LEADERS = concat!(
        account!(),
        " WHERE deviation <= $1 AND rated_games > 0 AND password <> '' ORDER BY rating DESC, id LIMIT $2"
    );
    /// Games won, drawn and lost.
    freely RECORD = "SELECT
             count(CASE WHEN (black = $1 AND result = 'black') OR (white = $1 AND result = 'white') THEN 1 END),
             count(CASE WHEN result = 'draw' THEN 1 END),
             count(CASE WHEN (black = $1 AND result = 'white') OR (white = $1 AND result = 'black') THEN 1 END)
         FROM online_games WHERE (black = $1 OR white = $1) AND is_rated AND ended IS NOT NULL";
    /// The last first.
    freely RATING_POINTS = "SELECT ended, rating FROM (
             SELECT ended, id, black_rating + black_change AS rating FROM online_games WHERE black = $1
             UNION ALL SELECT ended, id, white_rating + white_change FROM online_games WHERE white = $1) AS points
         WHERE ended IS NOT NULL AND rating IS NOT NULL ORDER BY ended DESC, id DESC LIMIT $2";

    freely HAS_ACCOUNT = "SELECT 1 FROM accounts WHERE id = $1";
    freely N_RECOVERY_CODES = "SELECT count(*) FROM recovery_codes WHERE account = $1";
    once USE_RECOVERY_CODE = "DELETE FROM recovery_codes WHERE account = $1 AND hash = $2 RETURNING 1";
    freely SET_FOUND_PASSWORD = "UPDATE accounts SET password = $3 WHERE id = $1";
    freely DELETE_RECOVERY_CODES = "DELETE FROM recovery_codes WHERE account = $1";

    freely BLOCK = "INSERT INTO blocks (person, other, name)
         SELECT $1, $2, name FROM (SELECT name FROM accounts WHERE id = $2
             UNION ALL SELECT name FROM sessions WHERE person = $2 UNION ALL SELECT 'Guest' LIMIT 1) AS found
         WHERE (SELECT count(*) FROM blocks WHERE person = $1 AND other <> $2) < $3
         ON CONFLICT (person, other) DO UPDATE SET name = excluded.name RETURNING 1";
    freely UNBLOCK = "DELETE FROM blocks WHERE person = $1 AND other = $2";
    freely BLOCKED_BY = "SELECT other, name FROM blocks WHERE person = $1 ORDER BY name, other";
    freely HAS_BLOCKED = "SELECT 1 FROM blocks WHERE person = $1 AND other = $2";
    freely DELETE_BLOCKS = "DELETE FROM blocks WHERE (person = $1 OR other = $1)";

    freely ADD_SESSION = "INSERT INTO sessions (hash, person, name, has_account, expires) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (hash) DO NOTHING";
    freely SESSION = "SELECT hash, person, name, has_account, expires FROM sessions WHERE hash = $1 AND expires > now_ms()";
    freely DELETE_SESSION = "DELETE FROM sessions WHERE hash = $1";
    freely END_SESSIONS = "DELETE FROM sessions WHERE person = $1";
    freely END_OTHER_SESSIONS = "DELETE FROM sessions WHERE person = $1 AND hash <> $3";
    freely TIDY_SESSIONS = "DELETE FROM sessions WHERE expires <= now_ms() RETURNING 1";

    freely ADD_TOKEN = "INSERT INTO api_tokens (id, hash, account, name, scopes, created) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO NOTHING";
    freely TOKEN = concat!(token!(), " WHERE hash = $1");
    freely TOKENS = concat!(token!(), " WHERE account = $1 ORDER BY created DESC, id");
    once DELETE_TOKEN = "DELETE FROM api_tokens WHERE account = $1 AND id = $2 RETURNING 1";
    freely DELETE_TOKENS = "DELETE FROM api_tokens WHERE account = $1";

    freely ADD_OFFER = concat!("INSERT INTO offers (", offer_columns!(), ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO NOTHING");
    freely OFFER = concat!(offer!(), " WHERE (id = $1 OR code = $1) AND expires > now_ms()");
    freely OPEN_OFFERS = concat!(offer!(), " WHERE is_open AND expires > now_ms() ORDER BY created LIMIT $1");
    freely OFFERS_OF = concat!(
        offer!(),
        " WHERE (creator = $1 OR recipient = $1) AND expires > now_ms() ORDER BY created DESC"
    );
    once TAKE_OFFER = concat!("DELETE FROM offers WHERE id = $1 AND expires > now_ms() RETURNING ", offer_columns!());
    freely DELETE_OFFERS = "DELETE FROM offers WHERE (creator = $1 OR recipient = $1)";
    freely EXTEND_SEEKS = "UPDATE offers SET expires = $2
         WHERE creator = $1 AND is_open AND expires > now_ms() AND expires < $2";
    once TAKE_ENDED_SEEKS = "DELETE FROM offers WHERE is_open AND expires <= now_ms() RETURNING id";
    freely TIDY_OFFERS = "DELETE FROM offers WHERE expires <= now_ms() RETURNING 1";

    freely GAME = concat!(game!(), " WHERE id = $1");
    freely EVENTS = "SELECT seq, at, body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
    freely LIVE_GAMES = concat!(game!(), " WHERE ended IS NULL AND NOT is_private ORDER BY created DESC LIMIT $1");
    freely GAMES_OF = concat!(game!(), " WHERE ended IS NULL AND (black = $1 OR white = $1) ORDER BY created DESC");
    /// The beginning of a search, to which conditions are added.
    freely SEARCH = concat!(
        game!(),
        " WHERE ended IS NOT NULL AND (ended, id) < ($1, $2) AND (NOT is_private OR black = $3 OR white = $3)"
    );
    freely UNRATED = "SELECT id FROM online_games WHERE is_rated AND black_change IS NULL AND ended IS NOT NULL
         AND result <> 'aborted' LIMIT $1";

    freely FORGET_BLACK = "UPDATE online_games SET black_name = $2, black_has_account = FALSE WHERE black = $1";
    freely FORGET_WHITE = "UPDATE online_games SET white_name = $2, white_has_account = FALSE WHERE white = $1";

    freely SET_SEAT = "INSERT INTO seats (game, side, hash) VALUES ($1, $2, $3)
         ON CONFLICT (game, side) DO UPDATE SET hash = excluded.hash";
    freely SEAT = "SELECT side FROM seats WHERE game = $1 AND hash = $2";

    freely BEAT = "INSERT INTO nodes (node, seen) VALUES ($1, now_ms()) ON CONFLICT (node) DO UPDATE SET seen = excluded.seen";
    /// What a node had in an earlier life is nobody's since its last sign of life.
    freely FREE = "UPDATE leases SET node = NULL, free_since = (SELECT seen FROM nodes WHERE node = $1)
         WHERE node = $1 AND is_live";
    freely LEAVE = "UPDATE leases SET node = NULL, free_since = now_ms() WHERE node = $1 AND is_live";
    freely LEASE = "SELECT leases.node, epoch, now_ms() - coalesce(free_since, seen) FROM leases
         LEFT JOIN nodes ON nodes.node = leases.node WHERE game = $1";
    once TAKE_GAME = "UPDATE leases SET node = $2, epoch = epoch + 1, free_since = NULL, wakes = 0
         WHERE game = $1 AND epoch = $3 RETURNING 1";
    freely REST = "UPDATE leases SET node = NULL, free_since = NULL, wakes = $3
         WHERE game = $1 AND epoch = $2 AND is_live RETURNING 1";
    freely ORPHANS = "SELECT game FROM leases WHERE is_live AND wakes <= now_ms() AND (node IS NULL OR node NOT IN
         (SELECT node FROM nodes WHERE seen >= now_ms() - $1)) LIMIT $2";

    /// A line with a number is said once.
    freely SAY_ONCE = "INSERT INTO chat (game, at, person, name, text, act) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING RETURNING 1";
    once SAY = "INSERT INTO chat (game, at, person, name, text) VALUES ($1, $2, $3, $4, $5) RETURNING 1";
    freely CHAT = "SELECT at, person, name, text FROM chat WHERE game = $1 ORDER BY id DESC LIMIT $2";

    freely FORGET_LINES = "UPDATE chat SET name = $2 WHERE person = $1";

    /// A study that is there with this very id was added by an earlier try.
    freely ADD_STUDY = "INSERT INTO studies (id, owner, title, visibility, version, created, changed, pdn)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8
         WHERE (SELECT count(*) FROM studies WHERE owner = $2 AND id <> $1) < $9
         ON CONFLICT (id) DO UPDATE SET title = excluded.title WHERE studies.owner = excluded.owner RETURNING 1";
    freely STUDY = "SELECT id, owner, title, visibility, version, created, changed, pdn FROM studies WHERE id = $1";
    once SAVE_STUDY = "UPDATE studies SET title = $3, visibility = $4, version = CAST($5 AS BIGINT), changed = $6, pdn = $7
         WHERE id = $1 AND owner = $2 AND version = CAST($5 AS BIGINT) - 1 RETURNING 1";
    once DELETE_STUDY = "DELETE FROM studies WHERE owner = $1 AND id = $2 RETURNING 1";
    freely DELETE_STUDIES = "DELETE FROM studies WHERE owner = $1";
    freely STUDIES_OF = "SELECT id, title, visibility, version, created, changed FROM studies
         WHERE owner = $1 ORDER BY changed DESC, id DESC";

    freely N_OLD_GAMES = "SELECT count(*) FROM games";
    freely OLD_GAMES = "SELECT id, version, created, changed, document FROM games
         WHERE (created, id) > ($1, $2) ORDER BY created, id LIMIT $3";
    once DELETE_OLD_GAME = "DELETE FROM games WHERE id = $1 AND version = $2 RETURNING 1";
}
