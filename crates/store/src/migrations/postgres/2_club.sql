-- Play between people over a network.

-- All nodes go by the clock of the database.
CREATE FUNCTION now_ms() RETURNS BIGINT LANGUAGE SQL VOLATILE
    AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT $$;

CREATE TABLE accounts (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT COLLATE "C" NOT NULL UNIQUE,
    password TEXT NOT NULL,
    is_bot BOOLEAN NOT NULL,
    created BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_games BIGINT NOT NULL,
    rating_changed BIGINT NOT NULL
);

CREATE TABLE sessions (
    hash TEXT COLLATE "C" PRIMARY KEY,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    has_account BOOLEAN NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX sessions_by_end ON sessions (expires);

CREATE TABLE api_tokens (
    id TEXT COLLATE "C" PRIMARY KEY,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    account TEXT COLLATE "C" NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX api_tokens_by_account ON api_tokens (account);

CREATE TABLE offers (
    id TEXT COLLATE "C" PRIMARY KEY,
    code TEXT COLLATE "C" UNIQUE,
    creator TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C",
    is_open BOOLEAN NOT NULL,
    document TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX offers_open ON offers (created) WHERE is_open;
CREATE INDEX offers_by_creator ON offers (creator);
CREATE INDEX offers_by_recipient ON offers (recipient) WHERE recipient IS NOT NULL;

CREATE TABLE online_games (
    id TEXT COLLATE "C" PRIMARY KEY,
    black TEXT COLLATE "C" NOT NULL,
    black_name TEXT NOT NULL,
    black_has_account BOOLEAN NOT NULL,
    black_rating INTEGER,
    black_change INTEGER,
    white TEXT COLLATE "C" NOT NULL,
    white_name TEXT NOT NULL,
    white_has_account BOOLEAN NOT NULL,
    white_rating INTEGER,
    white_change INTEGER,
    settings TEXT NOT NULL,
    is_rated BOOLEAN NOT NULL,
    is_private BOOLEAN NOT NULL,
    created BIGINT NOT NULL,
    ended BIGINT,
    result TEXT,
    opening TEXT,
    summary TEXT
);
CREATE INDEX online_games_live ON online_games (created) WHERE ended IS NULL;
CREATE INDEX online_games_over ON online_games (ended, id) WHERE ended IS NOT NULL;
CREATE INDEX online_games_by_black ON online_games (black, ended);
CREATE INDEX online_games_by_white ON online_games (white, ended);
CREATE INDEX online_games_by_opening ON online_games (opening, ended) WHERE opening IS NOT NULL;
CREATE INDEX online_games_unrated ON online_games (ended)
    WHERE is_rated AND black_change IS NULL AND ended IS NOT NULL;

-- What changes with every move is narrow, with room to change it in place: who owns the game, in which epoch, and the
-- number of its last event.
CREATE TABLE leases (
    game TEXT COLLATE "C" PRIMARY KEY,
    node TEXT COLLATE "C",
    epoch BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    -- Since when nobody owns it, if that is known.
    free_since BIGINT,
    is_live BOOLEAN NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX leases_live ON leases (node) WHERE is_live;

CREATE TABLE events (
    game TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE positions (
    position BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (position, game)
);

CREATE TABLE seats (
    game TEXT COLLATE "C" NOT NULL,
    side SMALLINT NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, side)
);

CREATE TABLE nodes (
    node TEXT COLLATE "C" PRIMARY KEY,
    seen BIGINT NOT NULL
);

CREATE TABLE chat (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX chat_by_game ON chat (game, id);
