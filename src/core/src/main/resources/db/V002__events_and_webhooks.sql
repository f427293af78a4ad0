-- Events and their delivery: webhook endpoints, messages, deliveries, the event log, streaming destinations and
-- the self-service portal.

-- Endpoints ---------------------------------------------------------------------------------------

-- A destination of a team's events: a webhook endpoint or a streaming destination. The webhook API and the
-- portal write it; delivery updates the failure columns.
create table webhook_endpoint (
  id text primary key,
  team_id uuid not null,
  environment text not null,
  -- 'webhook', else a streaming destination, which webhook calls don't show
  kind text not null default 'webhook' check (kind in ('webhook', 'rabbitmq', 'nats', 'kafka')),
  -- which lease delivers to the endpoint
  shard int not null,
  url text not null,
  -- how to connect to a streaming destination, JSON
  connection_encrypted bytea,
  description text not null default '',
  rate_limit int check (rate_limit >= 1),
  -- whether messages of a user wait for earlier ones of that user
  ordered boolean not null default false,
  disabled boolean not null default false,
  filter_types text[],
  -- prefixes of the filter_types that end in .*; of a streaming destination: its prefixes
  filter_prefixes text[],
  headers_encrypted bytea,
  -- first failure since the last success or enabling
  failing_since timestamptz,
  -- start of the period after which the endpoint is disabled; null while the failures are too close together
  disable_clock_started_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index webhook_endpoint_shard on webhook_endpoint (shard);
create index webhook_endpoint_team on webhook_endpoint (team_id, environment, created_at desc, id desc);
-- At most one broker of a kind per team and environment.
create unique index webhook_endpoint_broker on webhook_endpoint (team_id, environment, kind)
  where kind <> 'webhook' and deleted_at is null;

-- A signing secret of an endpoint. After a rotation the previous secret signs as well until it expires.
create table webhook_secret (
  id bigint generated always as identity primary key,
  endpoint_id text not null references webhook_endpoint (id) on delete cascade,
  secret_encrypted bytea not null,
  created_at timestamptz not null default now(),
  -- null: current
  expires_at timestamptz
);
create index webhook_secret_endpoint on webhook_secret (endpoint_id);

-- Messages ----------------------------------------------------------------------------------------

-- An event, as endpoints and readers of the event log get it. The outbox inserts it in the transaction of the
-- change. Partitioned by ID, which begins with the creation time (ADR 0131).
create table message (
  id text collate "C" primary key,
  team_id uuid not null,
  environment text not null,
  event_type text not null,
  user_id uuid,
  -- null once its retention period has ended
  body bytea,
  -- the order of the event log: IDs are assigned before the commit, so a later ID may become visible first.
  -- All messages below the oldest running transaction are complete
  tx xid8 not null default pg_current_xact_id(),
  -- historical data and raw documents, which webhooks don't get
  streams_only boolean not null default false,
  created_at timestamptz not null default now()
) partition by range (id);
-- For the deletion of bodies.
create index message_body on message (created_at) where body is not null;
create index message_log on message (team_id, environment, tx, id);
create index message_user on message (user_id, id) where user_id is not null;

-- The delivery of a message to an endpoint. The outbox inserts it; delivery updates it. It has no foreign keys:
-- they would lock the row of the endpoint, which all its deliveries share. A trigger deletes the deliveries of
-- deleted messages.
create table delivery (
  message_id text collate "C" not null,
  endpoint_id text not null,
  user_id uuid,
  shard int not null,
  seq bigint,
  -- whether the endpoint had ordered delivery when the message was recorded
  ordered boolean not null default false,
  -- held: waits for an earlier message of its user
  state text not null check (state in ('pending', 'held', 'delivered', 'failed', 'canceled')),
  attempt int not null default 0,
  due_at timestamptz not null default now(),
  first_attempt_at timestamptz,
  -- the successful attempt; most messages have no other
  attempt_id uuid,
  attempt_at timestamptz,
  attempt_ms int,
  attempt_status int,
  attempt_body bytea,
  ended_at timestamptz,
  primary key (endpoint_id, message_id)
) partition by range (message_id);
-- First attempts are due in the order of messages, retries by time. Queries must say attempt = 0 or attempt > 0
-- to use these two indexes.
create index delivery_first_attempt on delivery (shard, endpoint_id, message_id)
  where state = 'pending' and attempt = 0;
create index delivery_retry on delivery (shard, endpoint_id, due_at) where state = 'pending' and attempt > 0;
create index delivery_ordered on delivery (endpoint_id, user_id, seq)
  where ordered and state in ('pending', 'held');
create index delivery_undelivered on delivery (endpoint_id, message_id) where state in ('failed', 'canceled');

-- An attempt to deliver a message that did not succeed. A successful attempt is in the row of the delivery.
create table delivery_attempt (
  id uuid not null,
  message_id text collate "C" not null,
  endpoint_id text not null,
  number int not null,
  started_at timestamptz not null,
  duration_ms int not null,
  response_status_code int not null,
  error_class text,
  response_body bytea,
  primary key (endpoint_id, message_id, id)
) partition by range (message_id);
create index delivery_attempt_endpoint on delivery_attempt (endpoint_id, started_at);

-- The first partitions hold everything until about three weeks after the installation. Maintenance creates all
-- later ones (MessagePartitions.java). A bound is the beginning of a message ID: the time in base 62.
do $$
declare
  digits text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  day bigint := 86400000::bigint << 12;
  stamp bigint := (((extract(epoch from now()) * 1000)::bigint << 12) / day + 22) * day;
  bound text := '';
begin
  for i in 1..11 loop
    bound := substr(digits, (stamp % 62)::int + 1, 1) || bound;
    stamp := stamp / 62;
  end loop;
  bound := 'msg_' || bound;
  execute format('create table message_p0 partition of message for values from (minvalue) to (%L)', bound);
  execute format('create table delivery_p0 partition of delivery for values from (minvalue) to (%L)', bound);
  execute format(
    'create table delivery_attempt_p0 partition of delivery_attempt for values from (minvalue) to (%L)', bound);
end $$;

-- Only the first partition is emptied row by row, so only it needs an index by age.
create index message_p0_created_at_brin on message_p0 using brin (created_at);
create index delivery_attempt_p0_started_at_brin on delivery_attempt_p0 using brin (started_at);

-- Hold rows that arrive before maintenance has created their partition.
create table message_default partition of message default;
create table delivery_default partition of delivery default;
create table delivery_attempt_default partition of delivery_attempt default;

-- All attempts, successful ones included.
create view delivery_attempt_all as
  select id, endpoint_id, message_id, number, started_at, duration_ms, response_status_code, error_class,
         response_body
    from delivery_attempt
   union all
  select attempt_id, endpoint_id, message_id, attempt, attempt_at, attempt_ms, attempt_status, null,
         attempt_body
    from delivery where attempt_id is not null;

-- An attempt that a client requested outside of the retry schedule. Delivery deletes the row when it is done.
create table manual_attempt (
  id uuid primary key,
  endpoint_id text not null,
  message_id text collate "C" not null,
  shard int not null,
  created_at timestamptz not null default now(),
  unique (endpoint_id, message_id)
);
create index manual_attempt_due on manual_attempt (shard, endpoint_id, id);

-- Deletes the deliveries and attempts of deleted messages, in place of foreign keys.
create function delete_deliveries_of_messages() returns trigger language plpgsql as $$
begin
  delete from delivery d using deleted g, webhook_endpoint e
   where e.team_id = g.team_id and e.environment = g.environment
     and d.endpoint_id = e.id and d.message_id = g.id;
  delete from delivery_attempt a using deleted g, webhook_endpoint e
   where e.team_id = g.team_id and e.environment = g.environment
     and a.endpoint_id = e.id and a.message_id = g.id;
  delete from manual_attempt a using deleted g, webhook_endpoint e
   where e.team_id = g.team_id and e.environment = g.environment
     and a.endpoint_id = e.id and a.message_id = g.id;
  return null;
end $$;
create trigger message_delete_deliveries after delete on message
  referencing old table as deleted for each statement execute function delete_deliveries_of_messages();

-- Rejects deletes by ctid: a ctid identifies one row in each partition, so such a statement would also delete
-- rows of other users. Allowed while only one partition holds rows.
create function reject_delete_by_ctid() returns trigger language plpgsql as $$
declare
  partition regclass;
  has_rows boolean;
  filled int := 0;
begin
  for partition in select inhrelid from pg_inherits where inhparent = tg_relid loop
    execute format('select exists (select from %s)', partition) into has_rows;
    filled := filled + has_rows::int;
  end loop;
  if filled > 1 then
    raise exception 'rows of % are not deleted by ctid: it names a row in each part, of other users too', tg_table_name
      using errcode = '55000',
            hint = 'Delete by primary key.';
  end if;
  return null;
end $$;

-- current_query() is the text that the client sent, also of prepared statements. Statements on a single partition
-- don't fire these triggers.
create trigger message_reject_delete_by_ctid before delete on message
  for each statement when (current_query() ~* '\mctid\M') execute function reject_delete_by_ctid();
create trigger delivery_reject_delete_by_ctid before delete on delivery
  for each statement when (current_query() ~* '\mctid\M') execute function reject_delete_by_ctid();
create trigger delivery_attempt_reject_delete_by_ctid before delete on delivery_attempt
  for each statement when (current_query() ~* '\mctid\M') execute function reject_delete_by_ctid();

-- The sequence number of a user's messages at an endpoint with ordered delivery. The outbox increments it; its
-- row lock puts the messages of concurrent transactions in order. It has no foreign key to the user: erasure
-- deletes the rows.
create table user_sequence (
  user_id uuid not null,
  endpoint_id text not null,
  -- number of the newest message
  last_seq bigint not null,
  -- above 0 while ordered messages are pending or held; the outbox adds to it, and delivery resets it to 0
  -- when none is left
  open_deliveries int not null default 0,
  primary key (user_id, endpoint_id)
) with (fillfactor = 80);
create index user_sequence_open on user_sequence (endpoint_id) where open_deliveries > 0;

-- The number of attempts to an endpoint by outcome, per five minutes. Delivery updates it.
create table delivery_count (
  endpoint_id text not null references webhook_endpoint (id) on delete cascade,
  -- start of the five minutes
  at timestamptz not null,
  delivered int not null default 0,
  failed int not null default 0,
  primary key (endpoint_id, at)
) with (fillfactor = 70);

-- Event log and streaming -------------------------------------------------------------------------

-- A team whose event log is enabled: its messages are stored even without an endpoint. The management API
-- writes it.
create table event_log (
  team_id uuid not null,
  environment text not null,
  -- when it was enabled
  since timestamptz not null default now(),
  primary key (team_id, environment),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

-- The event destinations of a team and environment besides webhooks. The management API writes it.
create table streaming_destination (
  team_id uuid not null,
  environment text not null,
  push_historical_data boolean not null default false,
  provider_raw_data boolean not null default false,
  -- channel names of the API
  preferred text not null default 'svix',
  enabled text[] not null default '{svix}',
  -- prefixes of the event types that streaming destinations get; empty = all
  event_type_prefixes text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (team_id, environment),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

-- Self-service portal -----------------------------------------------------------------------------

-- A one-time link to the self-service portal. It ends with the key that created it.
create table portal_link (
  token_hash bytea primary key,
  team_id uuid not null,
  environment text not null,
  read_only boolean not null,
  -- the management key that created it, else api_key_id
  management_key_id uuid references management_key (id) on delete cascade,
  api_key_id uuid references api_key (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index portal_link_team on portal_link (team_id, environment);
create index portal_link_expiry on portal_link (expires_at);
create index portal_link_key on portal_link (management_key_id);
create index portal_link_api_key on portal_link (api_key_id);

-- A session of the self-service portal, opened by a link. It ends with the key that created the link.
create table portal_session (
  token_hash bytea primary key,
  team_id uuid not null,
  environment text not null,
  read_only boolean not null,
  management_key_id uuid references management_key (id) on delete cascade,
  api_key_id uuid references api_key (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index portal_session_team on portal_session (team_id, environment);
create index portal_session_expiry on portal_session (expires_at);
create index portal_session_key on portal_session (management_key_id);
create index portal_session_api_key on portal_session (api_key_id);
