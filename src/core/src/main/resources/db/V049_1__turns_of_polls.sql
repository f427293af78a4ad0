-- As for pulls; a file of its own, too.
create index connection_turn on connection (provider, app_id, team_id, poll_due_at, id)
  where status = 'connected' and poll_due_at is not null;
