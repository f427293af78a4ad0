-- Data that clients upload: SDK uploads and file imports.

-- The SDK client of a user and provider. It outlives the connection.
create table sdk_client (
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  -- whether an upload creates the connection (auto) or the client does (explicit)
  mode text not null default 'auto' check (mode in ('auto', 'explicit')),
  time_zone text,
  synced_at timestamptz,
  primary key (user_id, provider)
);

-- An upload with a client-chosen batch ID and the response to it, so that a retry changes nothing.
create table sdk_upload (
  user_id uuid not null references app_user (id) on delete cascade,
  batch_id text not null,
  -- hash of the request
  digest bytea not null,
  -- null only within the transaction that stores the batch
  reply bytea,
  created_at timestamptz not null default now(),
  primary key (user_id, batch_id)
);
create index sdk_upload_created on sdk_upload (created_at);

-- A file to import. The file is on the disk of the node that received it, and only that node processes it.
create table file_import (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  node text not null,
  format text not null check (format in ('zip', 'xml')),
  status text not null check (status in ('queued', 'running', 'success', 'failure', 'canceled')),
  bytes_total bigint not null,
  -- progress within the unpacked XML; its length is known once the file is open
  xml_bytes bigint not null default 0,
  xml_total bigint,
  -- where the next run resumes; committed with the rows before it
  phase text not null default 'read',
  position text not null default '',
  records bigint not null default 0,
  workouts bigint not null default 0,
  stored bigint not null default 0,
  unchanged bigint not null default 0,
  rejected bigint not null default 0,
  ignored bigint not null default 0,
  resources text[] not null default '{}',
  range_start timestamptz,
  range_end timestamptz,
  error text,
  -- runs that failed without progress
  attempt int not null default 0,
  due_at timestamptz not null default now(),
  lease_expires_at timestamptz,
  lease_epoch int not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index file_import_user on file_import (user_id, created_at desc, id desc);
create index file_import_team on file_import (team_id, environment);
create index file_import_open on file_import (node, due_at) where status in ('queued', 'running');
create index file_import_ended on file_import (ended_at) where ended_at is not null;

-- An element of a file that becomes a record only together with other elements. Deleted when the import ends.
-- All columns that distinguish two elements are in the key, so that duplicates in a file count once.
create table file_import_pending_record (
  import_id uuid not null references file_import (id) on delete cascade,
  kind text not null,
  source text collate "C" not null,
  day date not null,
  at timestamptz not null,
  end_at timestamptz not null,
  name text collate "C" not null,
  value float8 not null,
  offset_s int not null,
  detail text,
  primary key (import_id, kind, source, day, at, end_at, name, value)
);
