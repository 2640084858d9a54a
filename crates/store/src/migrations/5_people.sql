-- Accounts that can be managed, and people who see each other.
ALTER TABLE online_games ADD COLUMN black_is_bot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE online_games ADD COLUMN white_is_bot INTEGER NOT NULL DEFAULT 0;

CREATE TABLE recovery_codes (
    account TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE blocks (
    person TEXT NOT NULL,
    other TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of ON blocks (other);

CREATE INDEX accounts_by_rating ON accounts (rating);
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX offers_open_by_end ON offers (expires) WHERE is_open;
