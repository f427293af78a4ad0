-- What made a record what it is ------------------------------------------------------------------

-- The ingest that wrote the content there is, the one that wrote the first, and what identifies the
-- record at its provider. Null in rows of before. No foreign keys to origin, here and below: origins
-- go with their user only, and so do these rows.
alter table summary
  add column origin_id int,
  add column first_origin_id int,
  add column provider_key text,
  add column version int not null default 1;

-- A document as a provider sent it, for teams that keep them. One per source record.
create table raw_document (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  -- the provider's name of such documents, and its id among them
  kind text not null,
  key text not null,
  -- raw reads that list it
  shown text[] not null,
  -- resources it takes part in
  resources text[] not null,
  -- summaries it is the record of: resource, space, provider key
  records text[] not null,
  day date,
  at timestamptz,
  -- instants of the samples made of it
  span_from timestamptz,
  span_to timestamptz,
  device_id uuid,
  origin_id int,
  -- what was known of the account when it was read
  facts text not null,
  -- keyed hash of the content: tells whether it is the same
  mark bytea not null,
  -- compressed, then encrypted
  body bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider, kind, key)
);
create index raw_document_day on raw_document (user_id, day);
alter table raw_document alter column body set storage external;

-- Days of a feed of which every document is kept, neighbours included: only those can be mapped again
-- without losing what other documents add.
create table raw_coverage (
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  feed text not null,
  days datemultirange not null,
  primary key (user_id, provider, feed)
);

-- The ledger: days of each resource of a connection ----------------------------------------------

alter table resource_attempt
  -- with records
  add column data_days datemultirange not null default '{}',
  -- the provider was asked and has answered
  add column asked_days datemultirange not null default '{}',
  -- the same, after the day had ended everywhere
  add column settled_days datemultirange not null default '{}',
  -- the last try failed
  add column failed_days datemultirange not null default '{}',
  add column failed_why text;

insert into resource_attempt (user_id, provider, resource)
select h.user_id, h.provider, h.resource from historical_pull h
on conflict do nothing;

update resource_attempt a
   set data_days = h.days,
       asked_days = case when h.status = 'success' and h.range_start < h.range_end
                         then datemultirange(daterange(h.range_start::date, h.range_end::date, '[]'))
                         else '{}' end,
       settled_days = case when h.status = 'success' and h.range_start < h.range_end
                            and (h.ended_at - interval '36 hours')::date >= h.range_start::date
                           then datemultirange(daterange(h.range_start::date,
                                  least(h.range_end::date, (h.ended_at - interval '36 hours')::date), '[]'))
                           else '{}' end
  from historical_pull h
 where h.user_id = a.user_id and h.provider = a.provider and h.resource = a.resource;

-- Mapping again ----------------------------------------------------------------------------------

create table renormalisation (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  first_day date not null,
  last_day date not null,
  mapping text not null,
  state text not null check (state in ('scheduled', 'in_progress', 'success', 'failure')),
  -- feeds done, and the last day of the next window of the one after them; null = its newest
  feeds_done int not null default 0,
  next_last date,
  documents int not null default 0,
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
  lease_until timestamptz,
  lease_no int not null default 0
);
create unique index renormalisation_one on renormalisation (user_id, provider)
  where state in ('scheduled', 'in_progress');
create index renormalisation_user on renormalisation (user_id, scheduled_at);
create index renormalisation_due on renormalisation (due_at) where state in ('scheduled', 'in_progress');
create index renormalisation_ended on renormalisation (ended_at) where ended_at is not null;
