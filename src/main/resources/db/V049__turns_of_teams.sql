-- Claims step from application to application and from team to team, so that none stands behind another, and none walks
-- through the rows of one that may not call now.
create index pull_job_turn on pull_job (provider, app_id, team_id, due_at, id)
  where state in ('scheduled', 'in_progress', 'retrying');
create index connection_turn on connection (provider, app_id, team_id, poll_due_at, id)
  where status = 'connected' and poll_due_at is not null;
drop index pull_job_provider_due, connection_provider_poll;
