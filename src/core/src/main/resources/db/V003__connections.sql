-- Provider applications, connections, linking, and the quotas of providers.

-- Applications ------------------------------------------------------------------------------------

-- A team's own OAuth application at a provider. The installation's default application is in the configuration
-- and has the nil UUID as app_id.
create table provider_app (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  client_id text not null,
  client_secret_encrypted bytea,
  client_secret_hash text,
  -- provider-specific settings
  details jsonb,
  -- secret provider-specific settings, such as verification tokens
  details_encrypted bytea,
  redirect_url_override text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (team_id, environment, provider),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

-- The OAuth scopes that a team requires of its users, and those it accepts.
create table scope_requirement (
  team_id uuid not null references team (id),
  provider text not null,
  user_must_grant text[] not null,
  user_may_grant text[] not null,
  primary key (team_id, provider)
);

-- The number of past days that a team pulls.
create table pull_preference (
  team_id uuid not null,
  environment text not null,
  provider text not null,
  -- '' = all resources of the provider
  resource text not null default '',
  historical_days int not null check (historical_days between 1 and 365),
  primary key (team_id, environment, provider, resource),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

-- Connections -------------------------------------------------------------------------------------

-- A user's connection to a provider. Linking creates it; polling, token refresh and errors update it.
create table connection (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  status text not null check (status in ('connected', 'error', 'paused')),
  -- nil UUID = default application
  app_id uuid not null,
  demo boolean not null default false,
  external_user_id text,
  scopes_requested text[] not null default '{}',
  -- null: the provider has no scopes
  scopes_granted text[],
  error_type text,
  error_message text,
  errored_at timestamptz,
  access_token_encrypted bytea,
  refresh_token_encrypted bytea,
  -- login for providers without refresh tokens
  credentials_encrypted bytea,
  -- what the adapter needs about the account, such as its region; no secrets
  provider_state jsonb not null default '{}',
  -- keyed hash of the imported tokens: importing them again doesn't replace newer ones
  imported_tokens_hmac bytea,
  token_expires_at timestamptz,
  -- lease of the token refresh: refresh tokens are single use
  token_lease_expires_at timestamptz,
  -- rises with every lease; a write of tokens names its lease
  token_lease_epoch int not null default 0,
  -- first rejected refresh since tokens were last stored
  token_refused_at timestamptz,
  token_refusals int not null default 0,
  -- rises with every link, so that jobs of an earlier link don't write
  generation int not null default 1,
  -- when to fetch new data next
  poll_due_at timestamptz,
  poll_lease_expires_at timestamptz,
  poll_attempt int not null default 0,
  -- all data until then has been fetched
  polled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index connection_team on connection (team_id, environment, provider);
create index connection_external_user on connection (provider, external_user_id);
create index connection_poll on connection (poll_due_at) where status = 'connected' and poll_due_at is not null;
create index connection_account on connection (provider, app_id, external_user_id)
  where external_user_id is not null;
-- Claims take the oldest of each provider, so that no provider waits for another.
create index connection_provider_poll on connection (provider, poll_due_at)
  where status = 'connected' and poll_due_at is not null;
create index connection_app on connection (app_id);
-- For fair claims across applications and teams in a long queue.
create index connection_poll_fair on connection (provider, app_id, team_id, poll_due_at, id)
  where status = 'connected' and poll_due_at is not null;

-- A revocation to send to the provider after a connection is gone (best effort). The row holds what the call
-- needs.
create table deregistration (
  id uuid primary key,
  -- the user whose grant it is; erasure waits for the row
  user_id uuid,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  app_id uuid not null,
  demo boolean not null default false,
  -- for providers that revoke by their own user ID
  external_user_id text,
  provider_state jsonb not null default '{}',
  access_token_encrypted bytea,
  refresh_token_encrypted bytea,
  due_at timestamptz not null default now(),
  attempt int not null default 0,
  lease_expires_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index deregistration_team on deregistration (team_id, environment);
create index deregistration_due on deregistration (due_at);
create index deregistration_user on deregistration (user_id) where user_id is not null;

-- The outcome of the last revocation of a user's grant at a provider.
create table revocation (
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  outcome text not null,
  at timestamptz not null default now(),
  primary key (user_id, provider)
);

-- A device or app that a user's data comes from. Ingest writes it.
create table device (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  provider text not null,
  source_type text not null,
  app_id text,
  device_manufacturer text,
  device_model text,
  device_version text,
  device_id text,
  -- device_id, else manufacturer, model and source type
  natural_key text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider, natural_key)
);

-- Linking -----------------------------------------------------------------------------------------

-- A session of the link page, created by a link token.
create table link_session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  team_id uuid not null,
  environment text not null,
  provider text,
  region text,
  redirect_url text,
  filter_on_providers text[],
  on_error text,
  on_close text,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  -- OAuth request in progress: provider, application, PKCE verifier, scopes
  oauth_provider text,
  oauth_app_id uuid,
  oauth_verifier_encrypted bytea,
  oauth_scopes text[],
  -- password login that waits for its second factor
  login_provider text,
  login_pending_encrypted bytea,
  mfa_attempts int not null default 0,
  created_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index link_session_user on link_session (user_id);
create index link_session_team on link_session (team_id, environment);
create index link_session_expiry on link_session (expires_at);

-- A short code that pairs a device with a user.
create table link_code (
  -- keyed hash: a plain hash of such a short code could be guessed
  code_hmac bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  expires_at timestamptz not null,
  exchanged_at timestamptz,
  created_at timestamptz not null default now()
);
create index link_code_user on link_code (user_id);
create index link_code_expiry on link_code (expires_at);

-- Provider quotas ---------------------------------------------------------------------------------

-- API calls that the quota owner of a provider has reserved. A new owner continues from these rows. Rows are
-- deleted when their quota window ends.
create table permit_reserved (
  provider text not null,
  app_id uuid not null,
  -- null: counts against the application's quota
  user_id uuid,
  permits integer not null check (permits > 0),
  at timestamptz not null default now()
);
create index permit_reserved_at on permit_reserved (provider, at);

-- A cooldown that a provider requested, such as by Retry-After. A new quota owner honors it.
create table provider_cooldown (
  provider text not null,
  app_id uuid not null,
  -- nil UUID: the whole application
  user_id uuid not null,
  expires_at timestamptz not null,
  primary key (provider, app_id, user_id)
);
