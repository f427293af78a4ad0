-- Where a queue is long, claims step from application to application and from team to team. A file of its own: no other
-- table is locked while it is built.
create index pull_job_turn on pull_job (provider, app_id, team_id, due_at, id)
  where state in ('scheduled', 'in_progress', 'retrying');
