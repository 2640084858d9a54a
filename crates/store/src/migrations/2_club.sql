-- Play between people over a network.

CREATE TABLE accounts (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    is_bot INTEGER NOT NULL,
    created INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    rated_games INTEGER NOT NULL,
    rating_changed INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    hash TEXT PRIMARY KEY NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    has_account INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;

CREATE TABLE api_tokens (
    id TEXT PRIMARY KEY NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;
CREATE INDEX api_tokens_by_account ON api_tokens (account);

CREATE TABLE offers (
    id TEXT PRIMARY KEY NOT NULL,
    code TEXT UNIQUE,
    creator TEXT NOT NULL,
    recipient TEXT,
    is_open INTEGER NOT NULL,
    document TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX offers_open ON offers (created) WHERE is_open = 1;

CREATE TABLE online_games (
    id TEXT PRIMARY KEY NOT NULL,
    black TEXT NOT NULL,
    black_name TEXT NOT NULL,
    black_has_account INTEGER NOT NULL,
    black_rating INTEGER,
    black_change INTEGER,
    white TEXT NOT NULL,
    white_name TEXT NOT NULL,
    white_has_account INTEGER NOT NULL,
    white_rating INTEGER,
    white_change INTEGER,
    settings TEXT NOT NULL,
    is_rated INTEGER NOT NULL,
    is_private INTEGER NOT NULL,
    created INTEGER NOT NULL,
    ended INTEGER,
    result TEXT,
    opening TEXT,
    summary TEXT
) STRICT;
CREATE INDEX online_games_live ON online_games (created) WHERE ended IS NULL;
CREATE INDEX online_games_over ON online_games (ended, id) WHERE ended IS NOT NULL;
CREATE INDEX online_games_by_black ON online_games (black, ended);
CREATE INDEX online_games_by_white ON online_games (white, ended);
CREATE INDEX online_games_by_opening ON online_games (opening, ended) WHERE opening IS NOT NULL;
CREATE INDEX online_games_unrated ON online_games (ended)
    WHERE is_rated = 1 AND black_change IS NULL AND ended IS NOT NULL;

-- What changes with every move is narrow: who owns the game, in which epoch, and the number of its last event.
CREATE TABLE leases (
    game TEXT PRIMARY KEY NOT NULL,
    node TEXT,
    epoch INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    -- Since when nobody owns it, if that is known.
    free_since INTEGER,
    is_live INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX leases_live ON leases (node) WHERE is_live = 1;

CREATE TABLE events (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE positions (
    position INTEGER NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (position, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    game TEXT NOT NULL,
    side INTEGER NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;

CREATE TABLE nodes (
    node TEXT PRIMARY KEY NOT NULL,
    seen INTEGER NOT NULL
) STRICT;

CREATE TABLE chat (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX chat_by_game ON chat (game, id);
