-- What users' phones sign in with, and what is kept of clients that push.

create table user_sign_in (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  refresh_hash bytea not null unique,
  -- The token before: good until its successor is used, for a client that has lost our reply.
  previous_hash bytea unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index user_sign_in_user on user_sign_in (user_id);
create index user_sign_in_expiry on user_sign_in (expires_at);

create table user_access_token (
  token_hash bytea primary key,
  sign_in_id uuid not null references user_sign_in (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  expires_at timestamptz not null
);
create index user_access_token_sign_in on user_access_token (sign_in_id);
create index user_access_token_user on user_access_token (user_id);
create index user_access_token_expiry on user_access_token (expires_at);

-- What outlives the connection of a client: how it wants to be connected, and where the phone is.
create table push_client (
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  mode text not null default 'auto' check (mode in ('auto', 'explicit')),
  time_zone text,
  synced_at timestamptz,
  primary key (user_id, provider)
);

-- Batches that a client gave a name, and what it was answered.
create table push_batch (
  user_id uuid not null references app_user (id) on delete cascade,
  batch_id text not null,
  digest bytea not null,
  -- null only inside the transaction that stores the batch
  reply bytea,
  created_at timestamptz not null default now(),
  primary key (user_id, batch_id)
);
create index push_batch_age on push_batch (created_at);
