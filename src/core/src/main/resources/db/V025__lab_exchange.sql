-- What goes to laboratories and comes from them, byte for byte: stored before it is sent, and before it is
-- acknowledged.
create table lab_message (
  id uuid primary key,
  link text not null,
  direction text not null check (direction in ('out', 'in')),
  kind text not null check (kind in ('order', 'cancel', 'result', 'answer')),
  -- Of results that fit no order, and of what cannot be read: none.
  order_id uuid references lab_order (id) on delete cascade,
  -- Who says it, in its own words; of our own messages the link.
  sender text not null,
  -- Fixed with the message: a repetition has the same one, so that the other side knows it.
  control_id text not null,
  hash text not null,
  body bytea not null,
  -- The requisition number that an order goes under, known to the order once it is accepted.
  sample_id text,
  lab_id integer references lab (id),
  -- out: waiting, awaiting (stored there, the application has not spoken), done, parked, void (never to be sent)
  -- in: waiting, done, unmatched, parked
  state text not null default 'waiting'
    check (state in ('waiting', 'awaiting', 'done', 'unmatched', 'parked', 'void')),
  attempt integer not null default 0,
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  ack_code text,
  -- Why it is parked or waits; never a word of the message itself.
  error text,
  -- Parts of what came that were not understood.
  unread integer not null default 0,
  answer bytea,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index lab_message_sent on lab_message (link, control_id) where direction = 'out';
create unique index lab_message_once on lab_message (order_id, kind) where direction = 'out';
create unique index lab_message_sample on lab_message (lab_id, sample_id) where direction = 'out' and kind = 'order';
create unique index lab_message_received on lab_message (link, sender, control_id, hash) where direction = 'in';
create index lab_message_out on lab_message (link, created_at, id)
  where direction = 'out' and state in ('waiting', 'awaiting');
create index lab_message_in on lab_message (due_at) where direction = 'in' and state = 'waiting';
create index lab_message_parked on lab_message (created_at) where state = 'parked';
create index lab_message_order on lab_message (order_id);

-- Orders of the sandbox that are driven to their end: one run for each, told by hand.
create table lab_sandbox_run (
  order_id uuid primary key references lab_order (id) on delete cascade,
  -- Of the request: results are asked of the simulator once for each.
  id uuid not null,
  final_status text not null,
  delay_ms bigint not null,
  flags jsonb not null,
  -- Where the order stood when it was last looked at, and how often it stood there.
  seen text,
  tries integer not null default 0,
  state text not null default 'running' check (state in ('running', 'ended', 'stuck')),
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  error text,
  created_at timestamptz not null default now()
);
create index lab_sandbox_run_due on lab_sandbox_run (due_at) where state = 'running';
