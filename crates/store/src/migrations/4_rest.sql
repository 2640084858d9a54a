-- Games that wait for days are put down until somebody moves or their time is over; 0 for those that need an owner now.
ALTER TABLE leases ADD COLUMN wakes INTEGER NOT NULL DEFAULT 0;
DROP INDEX leases_live;
CREATE INDEX leases_live ON leases (wakes, node) WHERE is_live;

-- A line of chat that is sent twice is said once.
ALTER TABLE chat ADD COLUMN act INTEGER;
CREATE UNIQUE INDEX chat_by_act ON chat (game, person, act) WHERE act IS NOT NULL;

-- The same indexes in both databases.
CREATE INDEX sessions_by_end ON sessions (expires);
CREATE INDEX offers_by_creator ON offers (creator);
CREATE INDEX offers_by_recipient ON offers (recipient) WHERE recipient IS NOT NULL;
DROP INDEX offers_open;
CREATE INDEX offers_open ON offers (created) WHERE is_open;
DROP INDEX online_games_unrated;
CREATE INDEX online_games_unrated ON online_games (ended)
    WHERE is_rated AND black_change IS NULL AND ended IS NOT NULL;
