-- Studies of accounts. The games that earlier programs kept stay in the table "games", to be handed over.
CREATE TABLE studies (
    id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL,
    title TEXT NOT NULL,
    -- private or link
    visibility TEXT NOT NULL,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    pdn TEXT NOT NULL
) STRICT;

CREATE INDEX studies_by_owner ON studies (owner, changed DESC, id DESC);
