-- The clock of rate windows: statement by statement, not the start of the transaction. It is a
-- function so that a test can move time in its own database by replacing it.
create function tributary_now() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- Tenancy ------------------------------------------------------------------------------------

create table organisation (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table team (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  name text not null,
  -- the customer's own id of the team
  integration_team_id text,
  created_at timestamptz not null default now()
);
create index team_org on team (org_id);
create unique index team_integration on team (org_id, integration_team_id);

-- One row per team and environment: the switches an operator or team admin may set.
create table team_environment (
  team_id uuid not null references team (id),
  environment text not null check (environment in ('sandbox', 'production')),
  link_migration boolean not null default false,
  reject_duplicate_connection boolean not null default false,
  sdk_per_device_activity_timeseries boolean not null default false,
  provider_raw_data boolean not null default false,
  brand_information jsonb,
  logo_url text,
  primary key (team_id, environment)
);

create table api_key (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  label text not null default '',
  -- SHA-256 of the whole key; the key itself is shown once and never stored.
  key_hash bytea not null unique,
  key_hint text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index api_key_team on api_key (team_id, environment);

create table management_key (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  label text not null default '',
  key_hash bytea not null unique,
  key_hint text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index management_key_org on management_key (org_id);

-- Short-lived team access tokens (Authorization: Bearer).
create table access_token (
  token_hash bytea primary key,
  team_id uuid not null,
  environment text not null,
  expires_at timestamptz not null,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index access_token_expiry on access_token (expires_at);
create index access_token_team on access_token (team_id, environment);

-- Values made once per installation (e.g. the signing key of link tokens), encrypted.
create table installation_secret (
  name text primary key,
  value_encrypted bytea not null,
  created_at timestamptz not null default now()
);

-- Leases of owned actors ---------------------------------------------------------------------

create table actor_lease (
  name text primary key,
  owner text not null,
  epoch bigint not null,
  expires_at timestamptz not null
);

-- Users --------------------------------------------------------------------------------------

create table app_user (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  client_user_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  fallback_time_zone text,
  fallback_time_zone_source text,
  fallback_time_zone_at timestamptz,
  fallback_birth_date date,
  fallback_birth_date_source text,
  fallback_birth_date_at timestamptz,
  ingestion_start date,
  ingestion_end date,
  demo_expires_at timestamptz,
  deleted_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment),
  check (ingestion_start is null or ingestion_end is null or ingestion_start <= ingestion_end)
);
create unique index app_user_reference on app_user (team_id, environment, client_user_id)
  where deleted_at is null;
create index app_user_page on app_user (team_id, environment, created_at, id);
create index app_user_deleted on app_user (deleted_at) where deleted_at is not null;
create index app_user_demo on app_user (demo_expires_at) where demo_expires_at is not null;
create index app_user_bound on app_user (ingestion_end) where ingestion_end is not null;

create table user_info (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Demographics are personal data: one encrypted JSON document per version.
  document_encrypted bytea not null
);
create index user_info_latest on user_info (user_id, created_at desc);

create table sign_in_token (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  expires_at timestamptz not null,
  exchanged_at timestamptz
);
create index sign_in_token_user on sign_in_token (user_id);
create index sign_in_token_expiry on sign_in_token (expires_at);

-- One row per accepted refresh: the limit of 8 per hour and user survives restarts.
create table user_refresh (
  user_id uuid not null references app_user (id) on delete cascade,
  at timestamptz not null default now()
);
create index user_refresh_recent on user_refresh (user_id, at);

-- Provider applications and connections --------------------------------------------------------

-- OAuth app of a team; the default app of the installation lives in the configuration and has the nil uuid.
create table provider_app (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  client_id text not null,
  client_secret_encrypted bytea,
  client_secret_hash text,
  details jsonb,
  redirect_url_override text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, environment, provider),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

create table scope_requirement (
  team_id uuid not null references team (id),
  provider text not null,
  user_must_grant text[] not null,
  user_may_grant text[] not null,
  primary key (team_id, provider)
);

create table pull_preference (
  team_id uuid not null,
  environment text not null,
  provider text not null,
  -- '' = default of the provider, else a resource
  resource text not null default '',
  historical_days int not null check (historical_days between 1 and 365),
  primary key (team_id, environment, provider, resource),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

create table connection (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  status text not null check (status in ('connected', 'error', 'paused')),
  -- nil uuid = default app
  app_id uuid not null,
  demo boolean not null default false,
  external_user_id text,
  scopes_requested text[] not null default '{}',
  -- null: the provider knows no scopes
  scopes_granted text[],
  error_type text,
  error_message text,
  errored_at timestamptz,
  access_token_encrypted bytea,
  refresh_token_encrypted bytea,
  token_expires_at timestamptz,
  -- one refresh at a time: refresh tokens are single use
  token_lease_until timestamptz,
  -- Rises with every link; a job of an older link must not write.
  generation int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- incremental stage
  poll_due_at timestamptz,
  poll_lease_until timestamptz,
  poll_attempt int not null default 0,
  -- everything up to then has been polled
  polled_at timestamptz,
  unique (user_id, provider),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index connection_team on connection (team_id, environment, provider);
create index connection_external on connection (provider, external_user_id);
create index connection_poll on connection (poll_due_at) where status = 'connected' and poll_due_at is not null;

-- Best-effort revocation at the provider after a connection is gone; holds what the call needs.
create table deregistration (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  app_id uuid not null,
  demo boolean not null default false,
  access_token_encrypted bytea,
  refresh_token_encrypted bytea,
  due_at timestamptz not null default now(),
  attempt int not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index deregistration_team on deregistration (team_id, environment);
create index deregistration_due on deregistration (due_at);

create table device (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  source_type text not null,
  app_id text,
  device_manufacturer text,
  device_model text,
  device_version text,
  device_id text,
  -- device_id, else manufacturer + model + source type
  natural_key text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider, natural_key)
);

-- Link ---------------------------------------------------------------------------------------

create table link_session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  team_id uuid not null,
  environment text not null,
  provider text,
  redirect_url text,
  filter_on_providers text[],
  on_error text,
  on_close text,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  -- OAuth request under way: provider, app, PKCE verifier, scopes asked
  oauth_provider text,
  oauth_app_id uuid,
  oauth_verifier_encrypted bytea,
  oauth_scopes text[],
  created_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index link_session_user on link_session (user_id);
create index link_session_team on link_session (team_id, environment);
create index link_session_expiry on link_session (expires_at);

-- Historical pulls ---------------------------------------------------------------------------

-- One fetch job: the resources of one connection that come from the same provider documents.
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
  generation int not null,
  trigger_id uuid,
  state text not null check (state in ('scheduled', 'in_progress', 'retrying', 'success', 'failure')),
  range_start timestamptz not null,
  range_end timestamptz not null,
  -- where the next fetch starts; null = nothing fetched yet
  cursor jsonb,
  attempt int not null default 0,
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  lease_owner text,
  lease_no int not null default 0,
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

-- What introspection shows: the newest pull of each resource of a connection.
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

create table resource_attempt (
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  resource text not null,
  last_attempt_at timestamptz,
  last_attempt_status text check (last_attempt_status in ('success', 'failure')),
  oldest_data timestamptz,
  newest_data timestamptz,
  sent_count bigint not null default 0,
  primary key (user_id, provider, resource)
);

-- Bulk operations and triggers ------------------------------------------------------------------

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

-- One queued historical trigger per connection; a second request joins it (bulk_op_entry). A granted
-- row outlives its connection: it still counts in the provider's window.
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
create unique index pull_trigger_one_queued on pull_trigger (connection_id) where state = 'queued';
create index pull_trigger_queue on pull_trigger (provider, app_id, queue_no) where state = 'queued';
create index pull_trigger_granted on pull_trigger (provider, app_id, granted_at) where state = 'granted';
create index pull_trigger_unfinished on pull_trigger (provider, app_id) where state = 'granted' and finished_at is null;
create index pull_trigger_connection on pull_trigger (connection_id);

create table bulk_op_entry (
  op_id uuid not null references bulk_op (id) on delete cascade,
  position int not null,
  user_id uuid not null,
  trigger_id uuid,
  state text not null check (state in ('pending', 'triggered', 'skipped')),
  reason text,
  primary key (op_id, position)
);
create index bulk_op_entry_trigger on bulk_op_entry (trigger_id);
create index bulk_op_entry_pending on bulk_op_entry (op_id) where state = 'pending';

-- Data ---------------------------------------------------------------------------------------

create table summary (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  resource text not null,
  provider text not null,
  source_type text not null,
  app_id text,
  device_id uuid,
  -- the column a range of bare dates filters on
  day date,
  -- the column a range of instants filters on
  at timestamptz,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index summary_day on summary (user_id, resource, day, id);
create index summary_at on summary (user_id, resource, at, id);

-- A series is what samples of one user, resource and source share; its number keeps the sample rows
-- small and is the source_id of timeseries events.
create table series (
  id int generated always as identity primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  resource text not null,
  provider text not null,
  source_type text not null,
  unique (user_id, resource, provider, source_type)
);

-- What only some samples carry besides their figures: workout, sport, extras. Part of the content.
create table sample_context (
  id int generated always as identity primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  workout_id uuid,
  sport text,
  -- JSON text of the extra fields
  extras text
);
-- Hashed, because an index entry has a length limit and the tags of a note have none.
create unique index sample_context_once
  on sample_context (user_id, workout_id, sport, md5(extras)) nulls not distinct;

-- No foreign key: checking one for every sample would halve the speed of ingest. The trigger below
-- does the other half of its work, and ingest holds the user's row, so no series goes meanwhile.
create table sample (
  series_id int not null,
  at timestamptz not null,
  -- reading type (of a note: hash of its text) where it belongs to the identity, else ''
  reading text collate "C" not null default '',
  -- null for a momentary reading
  end_at timestamptz,
  value float8 not null,
  -- diastolic
  value2 float8,
  offset_s int,
  context_id int,
  note text,
  -- not content: which device it was when the content was last written, if that was certain
  device_id uuid,
  primary key (series_id, at, reading)
);

create function forget_samples() returns trigger language plpgsql as $$
begin
  delete from sample where series_id = old.id;
  return null;
end $$;
create trigger series_forgotten after delete on series
  for each row execute function forget_samples();

-- Events and webhooks ------------------------------------------------------------------------

create table webhook_endpoint (
  id text primary key,
  team_id uuid not null,
  environment text not null,
  shard int not null,
  url text not null,
  description text not null default '',
  rate_limit int check (rate_limit >= 1),
  disabled boolean not null default false,
  filter_types text[],
  headers_encrypted bytea,
  -- first failure since the last success or enabling
  failing_since timestamptz,
  -- where the time to disabling starts; null while the failures are too close together
  failing_clock timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index webhook_endpoint_shard on webhook_endpoint (shard);
create index webhook_endpoint_team on webhook_endpoint (team_id, environment, created_at desc, id desc);

create table webhook_secret (
  id bigint generated always as identity primary key,
  endpoint_id text not null references webhook_endpoint (id) on delete cascade,
  secret_encrypted bytea not null,
  created_at timestamptz not null default now(),
  -- null = current; older ones keep signing until then
  expires_at timestamptz
);
create index webhook_secret_endpoint on webhook_secret (endpoint_id);

create table message (
  id text primary key,
  team_id uuid not null,
  environment text not null,
  event_type text not null,
  user_id uuid,
  body bytea,
  created_at timestamptz not null default now()
);
create index message_team on message (team_id, environment, created_at desc);
create index message_user on message (user_id);
-- For retention: the bodies still there, and the oldest rows (written in this order, so small).
create index message_body on message (created_at) where body is not null;
create index message_age on message using brin (created_at);

create table delivery (
  message_id text not null references message (id) on delete cascade,
  endpoint_id text not null references webhook_endpoint (id) on delete cascade,
  shard int not null,
  state text not null check (state in ('pending', 'delivered', 'failed', 'canceled')),
  attempt int not null default 0,
  due_at timestamptz not null default now(),
  first_attempt_at timestamptz,
  ended_at timestamptz,
  primary key (message_id, endpoint_id)
);
create index delivery_due on delivery (shard, endpoint_id, attempt, due_at) where state = 'pending';
create index delivery_endpoint on delivery (endpoint_id);

create table delivery_attempt (
  id uuid primary key,
  message_id text not null references message (id) on delete cascade,
  endpoint_id text not null references webhook_endpoint (id) on delete cascade,
  number int not null,
  started_at timestamptz not null,
  duration_ms int not null,
  response_status_code int not null,
  error_class text,
  response_body bytea
);
create index delivery_attempt_message on delivery_attempt (message_id, endpoint_id);
create index delivery_attempt_endpoint on delivery_attempt (endpoint_id, started_at);
create index delivery_attempt_age on delivery_attempt using brin (started_at);
