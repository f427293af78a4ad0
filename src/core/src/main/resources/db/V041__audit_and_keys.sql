-- What keys may do (ADR 0129). Null: everything, as keys of before.
alter table api_key
  add column scopes text[] check (scopes <@ array['read', 'write', 'lab', 'management']),
  add column expires_at timestamptz,
  add column rate_per_minute int check (rate_per_minute > 0);
alter table management_key
  add column scopes text[] check (scopes <@ array['read', 'write', 'lab', 'management']),
  add column expires_at timestamptz,
  add column rate_per_minute int check (rate_per_minute > 0);
-- What the audit trail calls a token by.
alter table access_token add column id uuid not null default gen_random_uuid();

-- The audit trail (ADR 0121): each start of a node writes a chain of its own.
create table audit_chain (
  -- 1, 2, 3, …: a number that is missing is a chain that was taken away.
  number int primary key check (number > 0),
  node text not null,
  opened_at timestamptz not null,
  -- SHA-256 over the opening of the chain before and what stands above.
  opening bytea not null,
  -- The last row that retention took away, 0 for none, and its hash.
  kept_after bigint not null,
  kept_hash bytea not null,
  kept_seal bytea not null,
  -- The last row that was written and its hash, sealed with a key that is not in the database.
  seq bigint not null,
  hash bytea not null,
  seal bytea not null
) with (fillfactor = 20);

create table audit_entry (
  chain int not null,
  seq bigint not null,
  at timestamptz not null,
  kind text not null,
  actor text not null,
  actor_id uuid,
  org_id uuid,
  team_id uuid,
  environment text,
  user_id uuid,
  object_id uuid,
  method text not null,
  -- a template, never a path
  route text not null,
  -- null: begun, or internal
  status int,
  request_id uuid,
  source text,
  -- SHA-256 over the hash of the row before and all of this row
  hash bytea not null,
  primary key (chain, seq)
);
-- Who may read the trail reads it by organisation, newest first; most often of one user.
create index audit_entry_org on audit_entry (org_id, at, chain, seq) where org_id is not null;
create index audit_entry_user on audit_entry (user_id, at) where user_id is not null;

-- Heads of chains as they were: written at a steady pace, and printed in the log.
create table audit_anchor (
  chain int not null,
  seq bigint not null,
  hash bytea not null,
  -- how many chains there were
  chains int not null,
  at timestamptz not null,
  seal bytea not null,
  primary key (chain, seq)
);

-- What happened within a transaction and waits to be chained, for a second or so.
create table audit_note (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  actor text not null,
  actor_id uuid,
  org_id uuid,
  team_id uuid,
  environment text,
  user_id uuid,
  object_id uuid,
  method text not null,
  route text not null
);
