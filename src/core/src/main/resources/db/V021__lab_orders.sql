-- Orders of laboratory tests. What an order was placed with stays as it was then; where it stands is its row's
-- status, and how it came there are its events.

create table lab_transaction (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index lab_transaction_user on lab_transaction (user_id);
create index lab_transaction_team on lab_transaction (team_id, environment);

create table lab_order (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  transaction_id uuid not null references lab_transaction (id) on delete cascade,
  parent_id uuid references lab_order (id) on delete set null,
  origin text not null check (origin in ('initial', 'redraw', 'recreation')),
  lab_id integer not null references lab (id),
  lab_account_id uuid,
  lab_test_id uuid not null references lab_test (id),
  modality text not null check (modality in ('walk_in', 'phlebotomy', 'on_site', 'kit', 'registrable_kit')),
  status text not null,
  status_detail text,
  status_at timestamptz not null default now(),
  -- Null until a kit is registered.
  patient jsonb,
  address jsonb,
  -- Where a kit goes that somebody registers later.
  shipping jsonb,
  patient_name text,
  dob date,
  physician jsonb,
  billing_type text not null
    check (billing_type in ('client_bill', 'commercial_insurance', 'patient_bill_passthrough', 'patient_bill')),
  icd_codes text[] not null default '{}',
  aoe jsonb not null default '[]',
  clinical_notes text,
  priority boolean not null default false,
  consents jsonb not null default '[]',
  activate_by date,
  -- When that day begins where the patient lives; null = at once.
  activate_at timestamptz,
  passthrough text,
  creator_member_id uuid,
  insurance_id uuid,
  sample_id text,
  imported boolean not null default false,
  appointment_id uuid,
  interpretation text,
  is_critical boolean,
  has_missing boolean,
  collected_at timestamptz,
  shipment jsonb,
  sms_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment),
  unique (lab_id, sample_id)
);
create index lab_order_page on lab_order (team_id, environment, created_at, id);
create index lab_order_named on lab_order (team_id, environment, patient_name, id);
create index lab_order_moved on lab_order (team_id, environment, status_at, id);
create index lab_order_user on lab_order (user_id, created_at);
create index lab_order_transaction on lab_order (transaction_id);
create index lab_order_parent on lab_order (parent_id) where parent_id is not null;
create index lab_order_lab_test on lab_order (lab_test_id);
create index lab_order_born on lab_order (dob, lab_id);

create table lab_order_marker (
  order_id uuid not null references lab_order (id) on delete cascade,
  marker_id integer not null references marker (id),
  position integer not null,
  provider_id text not null,
  primary key (order_id, marker_id)
);
create index lab_order_marker_of on lab_order_marker (marker_id);

create table lab_order_event (
  id bigint generated always as identity primary key,
  order_id uuid not null references lab_order (id) on delete cascade,
  status text not null,
  status_detail text,
  created_at timestamptz not null default now()
);
create index lab_order_event_order on lab_order_event (order_id, id);

-- What a laboratory is to be told, and how far that is.
create table lab_order_dispatch (
  order_id uuid not null references lab_order (id) on delete cascade,
  kind text not null check (kind in ('order', 'cancel')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done', 'parked')),
  due_at timestamptz not null default now(),
  attempt integer not null default 0,
  lease_until timestamptz,
  error text,
  primary key (order_id, kind)
);
create index lab_order_dispatch_due on lab_order_dispatch (due_at) where state = 'waiting';

-- Replies to calls that carried a key, so that the same call again changes nothing.
create table lab_idempotency (
  team_id uuid not null,
  environment text not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  state text not null check (state in ('running', 'done')),
  -- Of the run that holds the key: one that was given up must not end another's.
  run uuid not null,
  status integer,
  body text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (team_id, environment, route, key),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index lab_idempotency_age on lab_idempotency (started_at);

-- What is ordered together is one hidden test, however often it is ordered.
create unique index lab_test_generated on lab_test (team_id, environment, slug) where auto_generated;
