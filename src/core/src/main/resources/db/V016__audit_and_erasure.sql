-- The audit trail, and erasure of users.

-- Audit trail -------------------------------------------------------------------------------------

-- A hash chain of audit entries (ADR 0121). Each start of a node opens one.
create table audit_chain (
  -- consecutive: a missing number reveals a removed chain
  number int primary key check (number > 0),
  node text not null,
  opened_at timestamptz not null,
  -- SHA-256 over the opening of the previous chain and the columns above
  opening_hash bytea not null,
  -- the last entry that retention deleted (0: none), and its hash
  pruned_seq bigint not null,
  pruned_hash bytea not null,
  pruned_seal bytea not null,
  -- the last entry that was written, its hash, and the hash sealed with a key that is not in the database
  seq bigint not null,
  hash bytea not null,
  seal bytea not null
) with (fillfactor = 20);

-- An entry of the audit trail: a request or an internal action.
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
  -- null: started, or internal
  status int,
  request_id uuid,
  source text,
  -- SHA-256 over the hash of the previous entry and all of this row
  hash bytea not null,
  primary key (chain, seq)
);
create index audit_entry_org on audit_entry (org_id, at, chain, seq) where org_id is not null;
create index audit_entry_user on audit_entry (user_id, at) where user_id is not null;

-- The head of a chain at some time. Written at regular intervals and logged.
create table audit_anchor (
  chain int not null,
  seq bigint not null,
  hash bytea not null,
  -- number of chains at that time
  chains int not null,
  at timestamptz not null,
  seal bytea not null,
  primary key (chain, seq)
);

-- An action that was recorded within its transaction and is to be added to the chain, within about a second.
create table audit_outbox (
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

-- Erasure -----------------------------------------------------------------------------------------

-- A user who is being erased. From then on nothing restores the user.
create table erasure (
  user_id uuid primary key references app_user (id) on delete cascade,
  reason text not null check (reason in ('user_deleted', 'demo_ended', 'team_ended')),
  requested_at timestamptz not null,
  -- deleted rows per table
  counts jsonb not null default '{}',
  -- what must be looked up before rows are deleted; null until the first are
  lookups jsonb,
  -- steps that need no second run
  completed_steps text[] not null default '{}'
);

-- The receipt of an erasure. It outlives the user and the team and contains no personal data: whoever has the
-- user's ID finds it by a keyed hash of that ID.
create table erasure_receipt (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  team_id uuid not null,
  environment text not null,
  user_hmac bytea not null unique,
  erased_at timestamptz not null default now(),
  -- signed, RFC 7515 compact
  jws text not null
);
create index erasure_receipt_page on erasure_receipt (org_id, erased_at, id);

-- The keyed hash of an erased requisition number: later results for it are discarded unread.
create table erased_lab_sample (
  sample_id_hmac bytea primary key,
  at timestamptz not null default now()
);

-- A table from which erasure deleted rows and that must be vacuumed and analyzed, because its statistics
-- contain deleted values.
create table erasure_vacuum (
  table_name text primary key,
  since timestamptz not null default now()
);
