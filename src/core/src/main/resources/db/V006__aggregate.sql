-- Aggregation is on unless someone switches it off for a team.
alter table team_environment add column aggregation boolean not null default true;

-- Larger wins, in aggregation only: reads and events never merge sources.
create table source_priority (
  team_id uuid not null,
  environment text not null,
  data_type text not null check (data_type in ('workouts', 'activity', 'sleep', 'body', 'timeseries')),
  provider text not null,
  priority int not null,
  primary key (team_id, environment, data_type, provider),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

create table continuous_query (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  slug text not null,
  title text not null,
  -- as they were written
  query json not null,
  query_config json not null,
  -- a change of these runs it again
  resources text[] not null,
  -- null = the installation's default
  minimum_gap_s int,
  data_events boolean not null,
  status text not null check (status in ('active', 'archived')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create unique index continuous_query_slug on continuous_query (team_id, environment, slug)
  where status = 'active';
create index continuous_query_page on continuous_query (team_id, environment, created_at desc, id desc);

-- A run of a query for a user. What is scheduled is also what has changed since the last run: it is
-- written in the transaction of the change.
create table continuous_task (
  id uuid primary key,
  query_id uuid not null references continuous_query (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  status text not null check (status in ('scheduled', 'started', 'completed', 'error', 'skipped')),
  -- the days that have changed; null = all
  from_day date,
  to_day date,
  scheduled_at timestamptz not null default now(),
  due_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  error_details text,
  attempt int not null default 0,
  lease_until timestamptz
);
create unique index continuous_task_scheduled on continuous_task (query_id, user_id)
  where status = 'scheduled';
create unique index continuous_task_started on continuous_task (query_id, user_id)
  where status = 'started';
create index continuous_task_due on continuous_task (due_at) where status = 'scheduled';
create index continuous_task_lease on continuous_task (lease_until) where status = 'started';
create index continuous_task_page on continuous_task (query_id, user_id, scheduled_at desc, id desc);
create index continuous_task_user on continuous_task (user_id);
create index continuous_task_ended on continuous_task (ended_at) where ended_at is not null;

-- The result table of a query for a user: a row per combination of group keys.
create table continuous_row (
  query_id uuid not null references continuous_query (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  -- of the group keys: they may be longer than an index entry
  key_hash bytea not null,
  -- begin of the date_trunc, wall clock
  bucket timestamp not null,
  -- group keys, then the columns, as JSON arrays
  keys text not null,
  cells text not null,
  primary key (query_id, user_id, key_hash)
);
create index continuous_row_order on continuous_row (query_id, user_id, bucket);
create index continuous_row_user on continuous_row (user_id);
