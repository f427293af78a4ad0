-- Delivery at the level of webhooks.md as a whole: destinations of other kinds than HTTP, order per user,
-- extra attempts by hand, figures, the event log, pipelines.

-- Endpoints ----------------------------------------------------------------------------------

alter table webhook_endpoint
  -- 'webhook', else a streaming destination (webhooks.md §7), which no webhook call shows
  add column kind text not null default 'webhook' check (kind in ('webhook', 'rabbitmq', 'nats', 'kafka')),
  -- whether a user's messages wait for that user's earlier ones
  add column ordered boolean not null default false,
  -- what the entries of filter_types that end in .* begin with; of a streaming destination: its prefixes
  add column filter_prefixes text[],
  -- how a streaming destination is reached, JSON
  add column connection_encrypted bytea;

-- One row a team and environment: which destinations its events have besides webhooks.
create table pipeline (
  team_id uuid not null,
  environment text not null,
  push_historical_data boolean not null default false,
  provider_raw_data boolean not null default false,
  preferred text not null default 'svix',
  enabled text[] not null default '{svix}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (team_id, environment),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

-- Teams that read their events themselves, so that messages are written without any endpoint.
create table event_log (
  team_id uuid not null,
  environment text not null,
  since timestamptz not null default now(),
  primary key (team_id, environment),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);

-- Messages -----------------------------------------------------------------------------------

alter table message
  -- A reader's order: ids are made before the commit, so a later id may be seen earlier. All below the
  -- oldest running transaction is complete.
  add column tx xid8 not null default pg_current_xact_id(),
  -- backfill and raw documents, which webhooks do not get
  add column streams_only boolean not null default false;
drop index message_team;
create index message_log on message (team_id, environment, tx, id);

-- How many messages of a user an endpoint has got, whether or not they were delivered; its lock is what
-- puts them in order. No key to the user: erasure deletes these rows itself.
create table user_sequence (
  user_id uuid not null,
  endpoint_id text not null,
  last bigint not null,
  -- above 0 while messages that are kept in order are pending or held; the outbox adds to it, delivery
  -- puts it back to 0 when it sees none left, both under the row's lock
  open int not null default 0,
  primary key (user_id, endpoint_id)
) with (fillfactor = 80);
create index user_sequence_open on user_sequence (endpoint_id) where open > 0;

-- Deliveries ---------------------------------------------------------------------------------

-- A pending row that was never attempted waits in the order of its message id, any other one for its time:
-- two indexes, so that neither the many retries nor the many new ones of an endpoint are in the other's way.
-- Who looks for pending rows names attempt = 0 or attempt > 0, or he reads the table.
drop index delivery_due;
create index delivery_first on delivery (shard, endpoint_id, message_id) where state = 'pending' and attempt = 0;
create index delivery_retry on delivery (shard, endpoint_id, due_at) where state = 'pending' and attempt > 0;

-- No foreign keys: each would lock the endpoint's and the message's row once more per delivery, and the
-- endpoint's is one row for all. The trigger below does the other half of their work.
alter table delivery
  drop constraint delivery_message_id_fkey,
  drop constraint delivery_endpoint_id_fkey,
  drop constraint delivery_pkey,
  drop constraint delivery_state_check,
  add primary key (endpoint_id, message_id),
  -- held: waits for an earlier message of its user
  add constraint delivery_state_check check (state in ('pending', 'held', 'delivered', 'failed', 'canceled')),
  add column user_id uuid,
  add column seq bigint,
  -- Recorded while the endpoint had order: goes out after all such earlier ones of its user.
  add column ordered boolean not null default false,
  -- The attempt that delivered it. It is not in delivery_attempt: most messages have no other one.
  add column attempt_id uuid,
  add column attempt_at timestamptz,
  add column attempt_ms int,
  add column attempt_status int,
  add column attempt_body bytea;
drop index delivery_endpoint;
create index delivery_chain on delivery (endpoint_id, user_id, seq) where ordered and state in ('pending', 'held');
create index delivery_lost on delivery (endpoint_id, message_id) where state in ('failed', 'canceled');
update delivery d set user_id = m.user_id from message m where m.id = d.message_id and m.user_id is not null;

alter table delivery_attempt
  drop constraint delivery_attempt_message_id_fkey,
  drop constraint delivery_attempt_endpoint_id_fkey;
drop index delivery_attempt_message;
create index delivery_attempt_message on delivery_attempt (endpoint_id, message_id);

create view attempt as
  select id, endpoint_id, message_id, number, started_at, duration_ms, response_status_code, error_class,
         response_body
    from delivery_attempt
   union all
  select attempt_id, endpoint_id, message_id, attempt, attempt_at, attempt_ms, attempt_status, null,
         attempt_body
    from delivery where attempt_id is not null;

-- Extra attempts that somebody asked for: one each, outside of the schedule.
create table manual_attempt (
  id uuid primary key,
  endpoint_id text not null,
  message_id text not null,
  shard int not null,
  created_at timestamptz not null default now(),
  unique (endpoint_id, message_id)
);
create index manual_attempt_due on manual_attempt (shard, endpoint_id, id);

create function forget_deliveries() returns trigger language plpgsql as $$
begin
  delete from delivery d using gone g, webhook_endpoint e
   where e.team_id = g.team_id and e.environment = g.environment
     and d.endpoint_id = e.id and d.message_id = g.id;
  delete from delivery_attempt a using gone g, webhook_endpoint e
   where e.team_id = g.team_id and e.environment = g.environment
     and a.endpoint_id = e.id and a.message_id = g.id;
  delete from manual_attempt a using gone g, webhook_endpoint e
   where e.team_id = g.team_id and e.environment = g.environment
     and a.endpoint_id = e.id and a.message_id = g.id;
  return null;
end $$;
create trigger message_forgotten after delete on message
  referencing old table as gone for each statement execute function forget_deliveries();

-- Attempts of an endpoint by their outcome, in steps of five minutes.
create table delivery_count (
  endpoint_id text not null references webhook_endpoint (id) on delete cascade,
  at timestamptz not null,
  delivered int not null default 0,
  failed int not null default 0,
  primary key (endpoint_id, at)
) with (fillfactor = 70);
