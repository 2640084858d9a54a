-- Studies of accounts. The games that earlier programs kept stay in the table "games", to be handed over.
CREATE TABLE studies (
    id TEXT COLLATE "C" PRIMARY KEY,
    owner TEXT COLLATE "C" NOT NULL,
    title TEXT NOT NULL,
    -- private or link
    visibility TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    pdn TEXT NOT NULL
);

CREATE INDEX studies_by_owner ON studies (owner, changed DESC, id DESC);
