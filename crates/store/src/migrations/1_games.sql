CREATE TABLE games (
    id TEXT PRIMARY KEY NOT NULL,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    summary TEXT NOT NULL,
    document TEXT NOT NULL
) STRICT;

-- Games are listed by the time of their last change.
CREATE INDEX games_by_change ON games (changed DESC, id DESC);
