-- What erasing a user has done so far, whom it was told, and the receipt that is left of it.

-- Users that are being erased: from then on nothing brings them back.
create table erasure (
  user_id uuid primary key references app_user (id) on delete cascade,
  reason text not null check (reason in ('user_deleted', 'demo_ended', 'team_ended')),
  asked_at timestamptz not null,
  -- rows that are gone by now, of each kind
  counts jsonb not null default '{}',
  -- what has to be looked up before the rows go; null until the first ones do
  facts jsonb
);

-- Whose grant it is, so that the user is not forgotten before the provider was told.
alter table deregistration add column user_id uuid;
create index deregistration_user on deregistration (user_id) where user_id is not null;

-- How the last revocation of a user's grants at a provider ended.
create table revocation (
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  outcome text not null,
  at timestamptz not null default now(),
  primary key (user_id, provider)
);

-- Nothing here leads to a person: whoever has the user's id finds the receipt by a keyed mark of it. It outlives
-- user and team.
create table erasure_receipt (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  team_id uuid not null,
  environment text not null,
  user_mark bytea not null unique,
  erased_at timestamptz not null default now(),
  -- signed: RFC 7515, compact
  jws text not null
);
create index erasure_receipt_page on erasure_receipt (org_id, erased_at, id);

-- Keyed marks of the numbers that laboratories know orders by which were erased: results that come later are thrown
-- away unread.
create table erased_sample (
  mark bytea primary key,
  at timestamptz not null default now()
);

-- Tables that rows of users were erased from since they were last cleaned: the statistics that the server keeps hold
-- values of rows that are gone.
create table erasure_sweep (
  table_name text primary key,
  since timestamptz not null default now()
);

create index bulk_op_entry_user on bulk_op_entry (user_id);
