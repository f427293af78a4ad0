-- What laboratories found. A result is the sum of the messages about an order; what they said is kept in pieces, so
-- that a late message finds its place, beside the document that clients read.

create table lab_result (
  order_id uuid primary key references lab_order (id) on delete cascade,
  version integer not null default 1,
  complete boolean not null,
  -- Whether there is anything to read; a laboratory may say that it has begun.
  readable boolean not null,
  pieces jsonb not null,
  report jsonb not null,
  -- Codes of the results that were told of as critical.
  critical text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Complete results that another version took the place of.
create table lab_result_version (
  order_id uuid not null references lab_order (id) on delete cascade,
  version integer not null,
  report jsonb not null,
  created_at timestamptz not null,
  primary key (order_id, version)
);

-- Messages that were worked through for an order, so that the same one again does nothing.
create table lab_result_message (
  raw_message uuid not null,
  order_id uuid not null references lab_order (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (raw_message, order_id)
);
create index lab_result_message_order on lab_result_message (order_id);

-- The laboratory's own paper, the newest.
create table lab_result_file (
  order_id uuid primary key references lab_order (id) on delete cascade,
  content bytea not null,
  said_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- Single results, to be followed over a user's orders.
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

-- Results that no order takes without a person. Without a team: operators find out whose they are.
create table lab_unmatched_result (
  id uuid primary key,
  raw_message uuid not null,
  -- A message may be about several people, and several of their samples.
  position integer not null,
  team_id uuid,
  environment text not null check (environment in ('sandbox', 'production')),
  lab_id integer not null references lab (id),
  status text not null check (status in ('matched', 'pending_customer_review', 'pending_ops_review', 'resolved')),
  decision_code text not null,
  sub_reason_codes text[] not null default '{}',
  resolution_action text check (resolution_action in ('accept', 'reject', 'unsure')),
  -- With the user goes what was found to be about them.
  resolved_user_id uuid references app_user (id) on delete cascade,
  resolved_order_id uuid references lab_order (id) on delete set null,
  -- The order of the sample, where there is one.
  source_order_id uuid references lab_order (id) on delete set null,
  note text,
  -- Who the laboratory says it is, in JSON, and what a search looks through.
  patient jsonb,
  search text not null,
  pieces jsonb not null,
  content bytea,
  candidates jsonb not null default '[]',
  said_at timestamptz not null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (raw_message, position),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index lab_unmatched_result_page on lab_unmatched_result (team_id, environment, created_at desc, id desc);
create index lab_unmatched_result_lab on lab_unmatched_result (lab_id);
create index lab_unmatched_result_user on lab_unmatched_result (resolved_user_id) where resolved_user_id is not null;
create index lab_unmatched_result_order on lab_unmatched_result (resolved_order_id) where resolved_order_id is not null;
create index lab_unmatched_result_source on lab_unmatched_result (source_order_id) where source_order_id is not null;
