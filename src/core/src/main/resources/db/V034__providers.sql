-- Refreshing a token: the lease fences it, refusals have a grace -------------------------------
alter table connection
  -- rises with every lease; whoever stores tokens names the one it got
  add column token_lease_no int not null default 0,
  -- first refusal since tokens were stored last, and how many there were
  add column token_refused_at timestamptz,
  add column token_refusals int not null default 0,
  -- what a provider without refresh tokens is signed in with again
  add column credentials_encrypted bytea,
  -- what the adapter needs to know of the account: region, profile zone; no secrets
  add column provider_state jsonb not null default '{}';
create index connection_account on connection (provider, app_id, external_user_id)
  where external_user_id is not null;

alter table deregistration add column provider_state jsonb not null default '{}';

-- A sign-in by password that waits for its second factor.
alter table link_session
  add column region text,
  add column login_provider text,
  add column login_pending_encrypted bytea,
  add column mfa_tries int not null default 0;

-- Where an application's provider sends its pushes: the secret is part of the address. ----------
create table provider_hook (
  provider text not null,
  -- nil uuid = the installation's application
  app_id uuid not null,
  secret_hash bytea not null unique,
  secret_encrypted bytea not null,
  -- what the provider signs with, where it tells one when it subscribes
  push_secret_encrypted bytea,
  created_at timestamptz not null default now(),
  primary key (provider, app_id)
);

-- What we asked a provider to push, for an application or for one connection.
create table provider_subscription (
  id uuid primary key,
  provider text not null,
  app_id uuid not null,
  -- null: the application's
  connection_id uuid references connection (id) on delete cascade,
  kind text not null,
  state text not null check (state in ('wanted', 'live', 'failed', 'ending')),
  remote_id text,
  secret_encrypted bytea,
  expires_at timestamptz,
  due_at timestamptz,
  attempt int not null default 0,
  lease_until timestamptz,
  lease_no int not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (provider, app_id, connection_id, kind)
);
create index provider_subscription_due on provider_subscription (due_at) where due_at is not null;
create index provider_subscription_connection on provider_subscription (connection_id);

-- A push that was answered and is not worked yet.
create table provider_hint (
  id uuid primary key,
  provider text not null,
  app_id uuid not null,
  connection_id uuid not null references connection (id) on delete cascade,
  what text not null check (what in ('changed', 'revoked', 'scopes')),
  feed text,
  wanted jsonb,
  -- data that came with the push; gone when it is worked
  body_encrypted bytea,
  dedupe_hash bytea not null,
  state text not null check (state in ('queued', 'running')),
  due_at timestamptz not null,
  attempt int not null default 0,
  lease_until timestamptz,
  lease_no int not null default 0,
  received_at timestamptz not null default now()
);
create unique index provider_hint_once on provider_hint (connection_id, dedupe_hash)
  where state = 'queued';
create index provider_hint_due on provider_hint (due_at);
