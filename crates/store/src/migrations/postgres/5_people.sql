-- Accounts that can be managed, and people who see each other.
ALTER TABLE online_games ADD COLUMN black_is_bot BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE online_games ADD COLUMN white_is_bot BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE recovery_codes (
    account TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account, hash)
);

CREATE TABLE blocks (
    person TEXT COLLATE "C" NOT NULL,
    other TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE INDEX blocks_of ON blocks (other);

CREATE INDEX accounts_by_rating ON accounts (rating);
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX offers_open_by_end ON offers (expires) WHERE is_open;
