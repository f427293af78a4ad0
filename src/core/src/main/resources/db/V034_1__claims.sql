-- Claims take the oldest of each provider, so that none stands behind another.
create index pull_job_provider_due on pull_job (provider, due_at)
  where state in ('scheduled', 'in_progress', 'retrying');
create index connection_provider_poll on connection (provider, poll_due_at)
  where status = 'connected' and poll_due_at is not null;
