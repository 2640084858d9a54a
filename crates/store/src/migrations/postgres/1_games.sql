CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    summary TEXT NOT NULL,
    document TEXT NOT NULL
);

-- Games are listed by the time of their last change.
CREATE INDEX games_by_change ON games (changed DESC, id DESC);
