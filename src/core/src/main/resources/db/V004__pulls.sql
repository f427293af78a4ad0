-- Fetching data from providers: pull jobs, historical triggers and bulk operations.

-- Pull jobs ---------------------------------------------------------------------------------------

-- A job that fetches the resources of one connection that come from the same provider documents.
create table pull_job (
  id uuid primary key,
  connection_id uuid not null references connection (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  app_id uuid not null,
  feed text not null,
  resources text[] not null,
  -- the connection's generation when the job was created
  generation int not null,
  trigger_id uuid,
  state text not null check (state in ('scheduled', 'in_progress', 'retrying', 'success', 'failure')),
  range_start timestamptz not null,
  range_end timestamptz not null,
  -- where the next request starts; null: nothing fetched yet
  cursor jsonb,
  attempt int not null default 0,
  due_at timestamptz not null default now(),
  lease_expires_at timestamptz,
  lease_owner text,
  lease_epoch int not null default 0,
  scheduled_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  error_details text,
  trace_id text not null,
  release text not null
);
create index pull_job_due on pull_job (due_at) where state in ('scheduled', 'in_progress', 'retrying');
create index pull_job_connection on pull_job (connection_id);
create index pull_job_user on pull_job (user_id);
create index pull_job_trigger on pull_job (trigger_id);
-- Claims take the oldest of each provider, so that no provider waits for another.
create index pull_job_provider_due on pull_job (provider, due_at)
  where state in ('scheduled', 'in_progress', 'retrying');
create index pull_job_ended on pull_job (ended_at) where ended_at is not null;
-- For fair claims across applications and teams in a long queue.
create index pull_job_fair on pull_job (provider, app_id, team_id, due_at, id)
  where state in ('scheduled', 'in_progress', 'retrying');

-- The newest historical pull of a resource, as introspection shows it.
create table historical_pull (
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  resource text not null,
  job_id uuid not null,
  status text not null check (status in ('scheduled', 'in_progress', 'retrying', 'success', 'failure')),
  range_start timestamptz,
  range_end timestamptz,
  scheduled_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  days datemultirange not null default '{}',
  release text not null,
  trace_id text,
  error_details text,
  primary key (user_id, provider, resource)
);
create index historical_pull_job on historical_pull (job_id);

-- The state of a resource of a user at a provider: the last attempt, and which days have data. Ingest and pulls
-- write it.
create table resource_status (
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  resource text not null,
  last_attempt_at timestamptz,
  last_attempt_status text check (last_attempt_status in ('success', 'failure')),
  oldest_data timestamptz,
  newest_data timestamptz,
  sent_count bigint not null default 0,
  -- days with records
  data_days datemultirange not null default '{}',
  -- days for which the provider has answered
  fetched_days datemultirange not null default '{}',
  -- days for which the provider has answered after they had ended in every time zone
  final_days datemultirange not null default '{}',
  -- days whose last attempt failed
  failed_days datemultirange not null default '{}',
  failure_reason text,
  primary key (user_id, provider, resource)
);

-- Historical triggers -----------------------------------------------------------------------------

-- A queued request for a historical pull of a connection. Further requests join it (bulk_op_entry). A granted
-- row outlives its connection, because it counts in the provider's quota window.
create table pull_trigger (
  id uuid primary key,
  provider text not null,
  app_id uuid not null,
  connection_id uuid references connection (id) on delete set null,
  state text not null check (state in ('queued', 'granted', 'dropped')),
  queued_at timestamptz not null default now(),
  queue_no bigint generated always as identity,
  granted_at timestamptz,
  granted_epoch bigint,
  finished_at timestamptz,
  reason text
);
create unique index pull_trigger_queued_unique on pull_trigger (connection_id) where state = 'queued';
create index pull_trigger_queue on pull_trigger (provider, app_id, queue_no) where state = 'queued';
create index pull_trigger_granted on pull_trigger (provider, app_id, granted_at) where state = 'granted';
create index pull_trigger_unfinished on pull_trigger (provider, app_id)
  where state = 'granted' and finished_at is null;
create index pull_trigger_connection on pull_trigger (connection_id);

-- Bulk operations ---------------------------------------------------------------------------------

-- A bulk import or bulk trigger that a team started.
create table bulk_op (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  type text not null check (type in ('link_bulk_import', 'link_bulk_historical_trigger')),
  provider text not null,
  status text not null check (status in ('in_progress', 'success', 'failure', 'aborted')),
  total int not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index bulk_op_page on bulk_op (team_id, environment, started_at desc, id desc);
create index bulk_op_open on bulk_op (id) where status = 'in_progress';

-- A user of a bulk operation.
create table bulk_op_entry (
  op_id uuid not null references bulk_op (id) on delete cascade,
  position int not null,
  user_id uuid not null,
  -- the pull trigger that the entry waits for
  trigger_id uuid,
  state text not null check (state in ('pending', 'triggered', 'skipped', 'imported', 'failed')),
  reason text,
  primary key (op_id, position)
);
create index bulk_op_entry_trigger on bulk_op_entry (trigger_id);
create index bulk_op_entry_pending on bulk_op_entry (op_id) where state = 'pending';
create index bulk_op_entry_user on bulk_op_entry (user_id);

-- A batch of connections that a bulk import has still to create. Deleted when it is done.
create table bulk_import_batch (
  op_id uuid not null references bulk_op (id) on delete cascade,
  batch_number int not null,
  app_id uuid not null,
  -- users, tokens and scopes, JSON
  connections_encrypted bytea not null,
  due_at timestamptz not null default now(),
  attempt int not null default 0,
  lease_expires_at timestamptz,
  primary key (op_id, batch_number)
);
create index bulk_import_batch_due on bulk_import_batch (due_at);

-- A record of exported tokens: whose, by which key, and when. It has no foreign keys, because it outlives them.
create table bulk_export_audit (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  -- null: requested with a team's access token
  api_key_id uuid,
  user_ids uuid[] not null,
  created_at timestamptz not null default now()
);
create index bulk_export_audit_team on bulk_export_audit (team_id, environment, created_at);
