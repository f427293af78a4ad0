-- A file that a client gave to be imported. The file itself lies on the disk of the node that took it
-- in, and only that node works on it; the row is what every node shows.
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
  -- of the XML that is read, unpacked; its length is known once the file is open
  xml_bytes bigint not null default 0,
  xml_total bigint,
  -- where the next run goes on: committed with the rows of what lies before it
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
  -- runs that broke off without progress
  attempt int not null default 0,
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  lease_no int not null default 0,
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

-- What makes a record only together with other elements of the file; gone when the import ends. The
-- key is all that tells two elements apart, so that one which stands twice in a file counts once.
create table file_import_fact (
  import_id uuid not null references file_import (id) on delete cascade,
  kind text not null,
  origin text collate "C" not null,
  day date not null,
  at timestamptz not null,
  until timestamptz not null,
  name text collate "C" not null,
  value float8 not null,
  offset_s int not null,
  detail text,
  primary key (import_id, kind, origin, day, at, until, name, value)
);
