-- Organisations, teams, keys and users, and what belongs to the installation as a whole.

-- Current time of rate limits and quotas: advances within a transaction. Tests replace this function
-- to move time in their own database.
create function tributary_now() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- Installation ------------------------------------------------------------------------------------

-- The identity of this database's installation: exactly one row. Nodes of different installations never join
-- one cluster.
create table installation (
  -- always true, so there can't be a second row
  singleton boolean primary key default true check (singleton),
  id uuid not null default gen_random_uuid()
);

insert into installation default values;

-- A secret that the service generates once per installation, such as the signing key of link tokens.
create table installation_secret (
  name text primary key,
  value_encrypted bytea not null,
  created_at timestamptz not null default now()
);

-- A lease on a cluster-wide task, such as a webhook shard or the maintenance loop. Its owner is the only node
-- that does the task; the epoch rises with each new owner and fences the writes of earlier ones.
create table actor_lease (
  name text primary key,
  -- node ID
  owner text not null,
  epoch bigint not null,
  expires_at timestamptz not null
);
-- With the epoch in a unique index, PostgreSQL treats a new epoch as a key change: taking over a lease waits
-- for transactions that hold the row FOR KEY SHARE, while renewing it does not.
create unique index actor_lease_epoch on actor_lease (name, epoch);

-- Teams -------------------------------------------------------------------------------------------

-- A customer of the installation. The operator creates it.
create table organisation (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);

-- A team of an organisation. A team that is being deleted has no organisation, so that no request finds it; the
-- deletion job reads former_org_id.
create table team (
  id uuid primary key,
  org_id uuid references organisation (id),
  name text not null,
  -- the customer's own ID of the team
  integration_team_id text,
  former_org_id uuid references organisation (id),
  deletion_started_at timestamptz,
  created_at timestamptz not null default now(),
  constraint team_deletion
    check ((org_id is null) = (former_org_id is not null) and (org_id is null) = (deletion_started_at is not null))
);
create index team_org on team (org_id);
create unique index team_integration on team (org_id, integration_team_id);
create index team_former_org on team (former_org_id);
create index team_deletion_started on team (deletion_started_at) where deletion_started_at is not null;

-- A team's environment (sandbox or production) with the feature flags and branding that the operator or a team
-- admin sets.
create table team_environment (
  team_id uuid not null references team (id),
  environment text not null check (environment in ('sandbox', 'production')),
  link_migration boolean not null default false,
  reject_duplicate_connection boolean not null default false,
  sdk_per_device_activity_timeseries boolean not null default false,
  provider_raw_data boolean not null default false,
  brand_information jsonb,
  logo_url text,
  aggregation boolean not null default true,
  lab_feature_flags text[] not null default '{patient_email,patient_sms}',
  primary key (team_id, environment)
);

-- A key of the management API of an organisation.
create table management_key (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  label text not null default '',
  -- SHA-256 of the whole key; the key itself is shown once and never stored
  key_hash bytea not null unique,
  -- the part of the key that is shown in lists
  key_hint text not null,
  -- what the key may do (ADR 0129); null = everything
  scopes text[] check (scopes <@ array['read', 'write', 'lab', 'management']),
  expires_at timestamptz,
  rate_per_minute int check (rate_per_minute > 0),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index management_key_org on management_key (org_id);

-- A key of a team's API.
create table api_key (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  label text not null default '',
  -- SHA-256 of the whole key; the key itself is shown once and never stored
  key_hash bytea not null unique,
  -- the part of the key that is shown in lists
  key_hint text not null,
  -- what the key may do (ADR 0129); null = everything
  scopes text[] check (scopes <@ array['read', 'write', 'lab', 'management']),
  expires_at timestamptz,
  rate_per_minute int check (rate_per_minute > 0),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index api_key_team on api_key (team_id, environment);

-- A short-lived access token of a team (Authorization: Bearer).
create table access_token (
  token_hash bytea primary key,
  -- identifies the token in the audit trail
  id uuid not null default gen_random_uuid(),
  team_id uuid not null,
  environment text not null,
  expires_at timestamptz not null,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index access_token_expiry on access_token (expires_at);
create index access_token_team on access_token (team_id, environment);

-- Users -------------------------------------------------------------------------------------------

-- A user of a team. The team's API creates and deletes it; a deleted user keeps its row until erasure ends.
create table app_user (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  -- the customer's own ID of the user
  client_user_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  fallback_time_zone text,
  -- where the fallback comes from, such as a provider
  fallback_time_zone_source text,
  fallback_time_zone_at timestamptz,
  fallback_birth_date date,
  fallback_birth_date_source text,
  fallback_birth_date_at timestamptz,
  -- days outside of these bounds are not stored
  ingestion_start date,
  ingestion_end date,
  -- set for demo users, which are erased then
  demo_expires_at timestamptz,
  deleted_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment),
  check (ingestion_start is null or ingestion_end is null or ingestion_start <= ingestion_end)
);
create unique index app_user_client_user_id on app_user (team_id, environment, client_user_id)
  where deleted_at is null;
create index app_user_page on app_user (team_id, environment, created_at, id);
create index app_user_deleted on app_user (deleted_at) where deleted_at is not null;
create index app_user_demo on app_user (demo_expires_at) where demo_expires_at is not null;
create index app_user_ingestion_end on app_user (ingestion_end) where ingestion_end is not null;

-- The number of users of a team, without deleted ones. Triggers on app_user maintain it. A team has up to eight
-- rows (slots), chosen by database connection, so that concurrent inserts seldom wait for each other. Only the
-- sum of the rows is meaningful; a single row may be negative.
create table user_count (
  team_id uuid not null,
  environment text not null,
  slot smallint not null,
  users bigint not null,
  primary key (team_id, environment, slot),
  foreign key (team_id, environment) references team_environment (team_id, environment) on delete cascade
) with (fillfactor = 50);

-- Counts the users of a statement that inserts or deletes.
create function count_users() returns trigger language plpgsql as $$
begin
  insert into user_count as c (team_id, environment, slot, users)
  select team_id, environment, pg_backend_pid() % 8, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed where deleted_at is null
   group by team_id, environment order by team_id, environment
  on conflict (team_id, environment, slot) do update set users = c.users + excluded.users;
  return null;
end $$;

-- Counts a user who is marked as deleted, or restored.
create function count_user_deletion() returns trigger language plpgsql as $$
begin
  insert into user_count as c (team_id, environment, slot, users)
  values (new.team_id, new.environment, pg_backend_pid() % 8, case when new.deleted_at is null then 1 else -1 end)
  on conflict (team_id, environment, slot) do update set users = c.users + excluded.users;
  return null;
end $$;

create trigger app_user_count_insert after insert on app_user
  referencing new table as changed for each statement execute function count_users();
create trigger app_user_count_delete after delete on app_user
  referencing old table as changed for each statement execute function count_users();
create trigger app_user_count_deletion after update of deleted_at on app_user
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_user_deletion();

-- A version of a user's demographics. Each update adds a row; the newest counts.
create table user_demographics (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- JSON
  document_encrypted bytea not null
);
create index user_demographics_latest on user_demographics (user_id, created_at desc);

-- A one-time token that a team creates for a user and the SDK exchanges for a session.
create table sign_in_token (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  expires_at timestamptz not null,
  exchanged_at timestamptz
);
create index sign_in_token_user on sign_in_token (user_id);
create index sign_in_token_expiry on sign_in_token (expires_at);

-- An SDK session of a user, identified by its refresh token.
create table user_sign_in (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  refresh_hash bytea not null unique,
  -- the previous refresh token; valid until its successor is used, for a client that lost the response
  previous_hash bytea unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index user_sign_in_user on user_sign_in (user_id);
create index user_sign_in_expiry on user_sign_in (expires_at);

-- A short-lived access token of an SDK session.
create table user_access_token (
  token_hash bytea primary key,
  sign_in_id uuid not null references user_sign_in (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  expires_at timestamptz not null
);
create index user_access_token_sign_in on user_access_token (sign_in_id);
create index user_access_token_user on user_access_token (user_id);
create index user_access_token_expiry on user_access_token (expires_at);

-- An accepted refresh request of a user. Rows enforce the limit per user and hour across restarts.
create table user_refresh (
  user_id uuid not null references app_user (id) on delete cascade,
  at timestamptz not null default now()
);
create index user_refresh_recent on user_refresh (user_id, at);

-- Encryption --------------------------------------------------------------------------------------

-- A key that encrypts secrets and personal data (envelope encryption, ADR 0093). The master key, which is never
-- in the database, wraps the keys of the installation and of teams; a team's key wraps those of its users.
-- Deleting a row makes everything encrypted with it unreadable, also in backups of the ciphertexts.
create table data_key (
  id uuid primary key,
  -- null: the installation's key
  team_id uuid references team (id) on delete cascade,
  user_id uuid references app_user (id) on delete cascade,
  -- the master key that wraps this key; null: the team's key does
  master_key_id text,
  wrapped_key bytea not null,
  created_at timestamptz not null default now(),
  check ((user_id is null) = (master_key_id is not null)),
  check (user_id is null or team_id is not null)
);
create unique index data_key_installation on data_key ((true)) where team_id is null;
create unique index data_key_team on data_key (team_id) where user_id is null;
create unique index data_key_user on data_key (user_id) where user_id is not null;
