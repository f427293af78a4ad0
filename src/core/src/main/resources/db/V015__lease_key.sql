-- With the epoch in a unique index PostgreSQL takes a new epoch for a change of the row's key: it waits for
-- whoever holds the row FOR KEY SHARE, which a renewal need not.
create unique index actor_lease_epoch on actor_lease (name, epoch);
