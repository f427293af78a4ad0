-- Merging of sources and continuous queries.

-- The priority of a provider when sources are merged. The larger number wins. Used in aggregation only.
create table source_priority (
  team_id uuid not null,
  environment text not null,
  data_type text not null check (data_type in ('workouts', 'activity', 'sleep', 'body', 'timeseries')),
  provider text not null,
  priority int not null,
  primary key (team_id, environment, data_type, provider),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

-- A query whose result the service keeps up to date for each user.
create table continuous_query (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  slug text not null,
  title text not null,
  -- as the client wrote it
  query json not null,
  query_config json not null,
  -- a change of one of these schedules a run
  resources text[] not null,
  -- null: the default of the installation
  minimum_gap_s int,
  data_events boolean not null,
  status text not null check (status in ('active', 'archived')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create unique index continuous_query_slug on continuous_query (team_id, environment, slug) where status = 'active';
create index continuous_query_page on continuous_query (team_id, environment, created_at desc, id desc);

-- A run of a query for a user. A scheduled run also records which days have changed; the transaction that
-- changes data writes it.
create table continuous_query_task (
  id uuid primary key,
  query_id uuid not null references continuous_query (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  status text not null check (status in ('scheduled', 'started', 'completed', 'error', 'skipped')),
  -- changed days; null: all
  from_day date,
  to_day date,
  scheduled_at timestamptz not null default now(),
  due_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  error_details text,
  attempt int not null default 0,
  lease_expires_at timestamptz
);
create unique index continuous_query_task_scheduled on continuous_query_task (query_id, user_id)
  where status = 'scheduled';
create unique index continuous_query_task_started on continuous_query_task (query_id, user_id)
  where status = 'started';
create index continuous_query_task_due on continuous_query_task (due_at) where status = 'scheduled';
create index continuous_query_task_lease on continuous_query_task (lease_expires_at) where status = 'started';
create index continuous_query_task_page on continuous_query_task (query_id, user_id, scheduled_at desc, id desc);
create index continuous_query_task_user on continuous_query_task (user_id);
create index continuous_query_task_ended on continuous_query_task (ended_at) where ended_at is not null;

-- A row of the result of a query for a user: one per combination of group keys.
create table continuous_query_row (
  query_id uuid not null references continuous_query (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  -- hash of the group keys, which may exceed the size of an index entry
  key_hash bytea not null,
  -- start of the date_trunc interval, in local time
  bucket timestamp not null,
  -- group keys, a JSON array
  keys text not null,
  -- columns, a JSON array
  cells text not null,
  primary key (query_id, user_id, key_hash)
);
create index continuous_query_row_order on continuous_query_row (query_id, user_id, bucket);
create index continuous_query_row_user on continuous_query_row (user_id);
