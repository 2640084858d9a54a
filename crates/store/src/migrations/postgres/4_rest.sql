-- Games that wait for days are put down until somebody moves or their time is over; 0 for those that need an owner now.
ALTER TABLE leases ADD COLUMN wakes BIGINT NOT NULL DEFAULT 0;
DROP INDEX leases_live;
CREATE INDEX leases_live ON leases (wakes, node) WHERE is_live;

-- A line of chat that is sent twice is said once.
ALTER TABLE chat ADD COLUMN act BIGINT;
CREATE UNIQUE INDEX chat_by_act ON chat (game, person, act) WHERE act IS NOT NULL;
