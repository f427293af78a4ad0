-- Provider documents that teams keep, and remapping them with a newer normaliser.

-- A document as the provider sent it, of teams that keep them. One row per source record.
create table raw_document (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  -- the provider's document type
  kind text not null,
  -- the provider's document ID within the type
  key text not null,
  -- raw resources that list the document
  listed_in text[] not null,
  -- resources that the document contributes to
  resources text[] not null,
  -- summaries made from the document, as resource, space and provider key
  summary_keys text[] not null,
  day date,
  at timestamptz,
  -- time span of the samples made from the document
  span_from timestamptz,
  span_to timestamptz,
  device_id uuid,
  data_origin_id int,
  -- account data at the time of reading, such as the time zone
  account_context text not null,
  -- keyed hash of the content, to detect changes
  content_hmac bytea not null,
  -- compressed, then encrypted
  body bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider, kind, key)
);
alter table raw_document alter column body set storage external;
create index raw_document_day on raw_document (user_id, day);

-- Days of a feed of which all documents are kept, adjacent days included. Only these can be remapped without
-- losing what other documents contribute.
create table raw_coverage (
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  feed text not null,
  days datemultirange not null,
  primary key (user_id, provider, feed)
);

-- A job that maps the stored documents of a user again. The API creates it.
create table remap_job (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  first_day date not null,
  last_day date not null,
  -- the normaliser version
  mapping text not null,
  state text not null check (state in ('scheduled', 'in_progress', 'success', 'failure')),
  -- number of finished feeds
  feeds_done int not null default 0,
  -- last day of the next window of the current feed; null: the newest
  next_window_end date,
  documents int not null default 0,
  -- number of documents that could not be read
  unusable int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  error_details text,
  scheduled_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  attempt int not null default 0,
  due_at timestamptz not null default now(),
  lease_expires_at timestamptz,
  lease_epoch int not null default 0
);
create unique index remap_job_unique_open on remap_job (user_id, provider)
  where state in ('scheduled', 'in_progress');
create index remap_job_user on remap_job (user_id, scheduled_at);
create index remap_job_due on remap_job (due_at) where state in ('scheduled', 'in_progress');
create index remap_job_ended on remap_job (ended_at) where ended_at is not null;
