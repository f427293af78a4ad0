-- Messages exchanged with laboratories, and their results.

-- Messages ----------------------------------------------------------------------------------------

-- A message to or from a laboratory, byte for byte. Stored before it is sent, and before it is acknowledged.
create table lab_message (
  id uuid primary key,
  -- name of the connection to the laboratory, from the configuration
  connection_name text not null,
  direction text not null check (direction in ('out', 'in')),
  kind text not null check (kind in ('order', 'cancel', 'result', 'answer')),
  -- null: a result that matches no order, or an unreadable message
  order_id uuid references lab_order (id) on delete cascade,
  -- the sending application; of our own messages the connection
  sender text not null,
  -- stays the same when the message is repeated, so that the receiver recognizes it
  control_id text not null,
  hash text not null,
  body bytea not null,
  -- requisition number of an order; copied to the order once it is accepted
  sample_id text,
  lab_id integer references lab (id),
  -- out: waiting, awaiting (stored by the laboratory, application response pending), done, parked (needs an
  -- operator) or void (must not be sent); in: waiting, done, unmatched or parked
  state text not null default 'waiting'
    check (state in ('waiting', 'awaiting', 'done', 'unmatched', 'parked', 'void')),
  attempt integer not null default 0,
  -- how often an internal error prevented the response from being stored
  response_errors integer not null default 0,
  due_at timestamptz not null default now(),
  lease_expires_at timestamptz,
  ack_code text,
  -- of a parked message: whether the laboratory rejected all of it. A message parked for another reason may
  -- have arrived, so it is cancelled like an accepted one
  rejected boolean not null default false,
  -- why it is parked or waits; never contains message content
  error text,
  -- number of segments that were not understood
  unparsed_segments integer not null default 0,
  answer bytea,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index lab_message_control_id on lab_message (connection_name, control_id) where direction = 'out';
create unique index lab_message_order_kind on lab_message (order_id, kind) where direction = 'out';
create unique index lab_message_received on lab_message (connection_name, sender, control_id, hash)
  where direction = 'in';
create index lab_message_out on lab_message (connection_name, created_at, id)
  where direction = 'out' and state in ('waiting', 'awaiting');
create index lab_message_in on lab_message (due_at) where direction = 'in' and state = 'waiting';
create index lab_message_parked on lab_message (created_at) where state = 'parked';
create index lab_message_order on lab_message (order_id);
create unique index lab_message_sample on lab_message (connection_name, lab_id, sample_id)
  where direction = 'out' and kind = 'order';
-- Not erased with any order: maintenance empties these.
create index lab_message_orphaned on lab_message (ended_at)
  where direction = 'in' and order_id is null and state in ('done', 'unmatched') and body <> '';

-- Results -----------------------------------------------------------------------------------------

-- The result of an order, combined from all its messages.
create table lab_result (
  order_id uuid primary key references lab_order (id) on delete cascade,
  version integer not null default 1,
  complete boolean not null,
  -- whether there is any content; a laboratory may only announce that it has started
  has_content boolean not null,
  -- content of the messages, in which late messages find their place
  fragments jsonb not null,
  -- the document that clients read
  report jsonb not null,
  -- codes of results that were reported as critical
  critical text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A complete result that a newer version has replaced.
create table lab_result_version (
  order_id uuid not null references lab_order (id) on delete cascade,
  version integer not null,
  report jsonb not null,
  created_at timestamptz not null,
  primary key (order_id, version)
);

-- A message that was applied to an order, so that a repetition changes nothing.
create table lab_result_message (
  lab_message_id uuid not null,
  order_id uuid not null references lab_order (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- tests of the message that belong to the order, counted from 0 over all patients; null: all
  test_indexes integer[],
  primary key (lab_message_id, order_id)
);
create index lab_result_message_order on lab_result_message (order_id);

-- The laboratory's own report (PDF), the newest.
create table lab_result_file (
  order_id uuid primary key references lab_order (id) on delete cascade,
  content bytea not null,
  reported_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- A single result, for trends over a user's orders.
create table lab_result_value (
  order_id uuid not null references lab_order (id) on delete cascade,
  position integer not null,
  user_id uuid not null references app_user (id) on delete cascade,
  loinc text,
  provider_id text not null,
  name text not null,
  value numeric not null,
  unit text,
  min_value numeric,
  max_value numeric,
  interpretation text not null,
  at timestamptz not null,
  primary key (order_id, position)
);
create index lab_result_value_trend on lab_result_value (user_id, loinc, at);

-- A result that could not be assigned to an order automatically. The team reviews it, or the operator if the
-- team is unknown.
create table lab_unmatched_result (
  id uuid primary key,
  lab_message_id uuid not null,
  -- position in the message, which may contain several patients and samples
  position integer not null,
  team_id uuid,
  environment text not null check (environment in ('sandbox', 'production')),
  lab_id integer not null references lab (id),
  status text not null check (status in ('matched', 'pending_customer_review', 'pending_ops_review', 'resolved')),
  decision_code text not null,
  sub_reason_codes text[] not null default '{}',
  resolution_action text check (resolution_action in ('accept', 'reject', 'unsure')),
  -- erased with the user
  resolved_user_id uuid references app_user (id) on delete cascade,
  resolved_order_id uuid references lab_order (id) on delete set null,
  -- the order of the sample, if there is one
  source_order_id uuid references lab_order (id) on delete set null,
  note text,
  -- the patient as the laboratory reported them
  patient jsonb,
  search text not null,
  fragments jsonb not null,
  content bytea,
  candidates jsonb not null default '[]',
  reported_at timestamptz not null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- tests of the message that belong to this result, counted from 0; null: all
  test_indexes integer[],
  unique (lab_message_id, position),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index lab_unmatched_result_page on lab_unmatched_result (team_id, environment, created_at desc, id desc);
create index lab_unmatched_result_lab on lab_unmatched_result (lab_id);
create index lab_unmatched_result_user on lab_unmatched_result (resolved_user_id)
  where resolved_user_id is not null;
create index lab_unmatched_result_order on lab_unmatched_result (resolved_order_id)
  where resolved_order_id is not null;
create index lab_unmatched_result_source on lab_unmatched_result (source_order_id)
  where source_order_id is not null;
create index lab_unmatched_result_reviewed on lab_unmatched_result (reviewed_at)
  where status = 'resolved' and resolved_user_id is null;
-- Contains hashes, no IDs.
create index lab_unmatched_result_candidates on lab_unmatched_result using gin (candidates jsonb_path_ops);
