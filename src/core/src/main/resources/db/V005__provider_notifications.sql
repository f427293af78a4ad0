-- Notifications that providers send about new data and revoked grants.

-- The webhook address of an application at a provider. The address contains a secret.
create table provider_webhook (
  provider text not null,
  -- nil UUID = the installation's application
  app_id uuid not null,
  secret_hash bytea not null unique,
  secret_encrypted bytea not null,
  -- secret that the provider signs with, if it returns one on subscription
  signing_secret_encrypted bytea,
  created_at timestamptz not null default now(),
  primary key (provider, app_id)
);

-- A subscription to a provider's notifications, for an application or for one connection.
create table provider_subscription (
  id uuid primary key,
  provider text not null,
  app_id uuid not null,
  -- null: for the application
  connection_id uuid references connection (id) on delete cascade,
  kind text not null,
  -- pending: to be created; deleting: to be deleted at the provider
  state text not null check (state in ('pending', 'active', 'failed', 'deleting')),
  -- the provider's ID of the subscription
  remote_id text,
  secret_encrypted bytea,
  expires_at timestamptz,
  due_at timestamptz,
  attempt int not null default 0,
  lease_expires_at timestamptz,
  lease_epoch int not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (provider, app_id, connection_id, kind)
);
create index provider_subscription_due on provider_subscription (due_at) where due_at is not null;
create index provider_subscription_connection on provider_subscription (connection_id);

-- A notification that was acknowledged to the provider and waits to be processed. Notifications of paused
-- connections have due_at = 'infinity'.
create table provider_notification (
  id uuid primary key,
  provider text not null,
  app_id uuid not null,
  connection_id uuid not null references connection (id) on delete cascade,
  -- changed: new or changed data; revoked: the user revoked the grant; scopes: the granted scopes changed
  kind text not null check (kind in ('changed', 'revoked', 'scopes')),
  feed text,
  -- what to fetch
  fetch_target jsonb,
  -- data that came with the notification
  body_encrypted bytea,
  dedupe_hash bytea not null,
  state text not null check (state in ('queued', 'running')),
  due_at timestamptz not null,
  attempt int not null default 0,
  lease_expires_at timestamptz,
  lease_epoch int not null default 0,
  received_at timestamptz not null default now()
);
-- One queued row for notifications that ask for the same.
create unique index provider_notification_unique_queued on provider_notification (connection_id, dedupe_hash)
  where state = 'queued';
create index provider_notification_due on provider_notification (due_at);
create index provider_notification_held on provider_notification (received_at) where due_at = 'infinity';
