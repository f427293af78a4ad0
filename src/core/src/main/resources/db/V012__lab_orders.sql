-- Laboratory orders. An order keeps the data it was placed with; its status is the last of its events.

-- Orders ------------------------------------------------------------------------------------------

-- An order together with its redraws and recreations.
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

-- An order of a test for a user. The API creates it; laboratories, appointments and jobs update its status.
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
  -- null until a kit is registered
  patient jsonb,
  address jsonb,
  -- where to send a kit that is registered later
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
  -- start of activate_by in the patient's time zone; null: at once
  activate_at timestamptz,
  passthrough text,
  creator_member_id uuid,
  insurance_id uuid,
  -- requisition number
  sample_id text,
  imported boolean not null default false,
  appointment_id uuid,
  interpretation text,
  is_critical boolean,
  has_missing boolean,
  collected_at timestamptz,
  shipment jsonb,
  sms_enabled boolean not null default true,
  -- the last webhook about the order, so that it can be sent again unchanged
  last_webhook text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment),
  constraint lab_order_sample unique (lab_id, environment, sample_id)
);
create index lab_order_page on lab_order (team_id, environment, created_at, id);
create index lab_order_patient_name on lab_order (team_id, environment, patient_name, id);
create index lab_order_status on lab_order (team_id, environment, status_at, id);
create index lab_order_user on lab_order (user_id, created_at);
create index lab_order_transaction on lab_order (transaction_id);
create index lab_order_parent on lab_order (parent_id) where parent_id is not null;
create index lab_order_lab_test on lab_order (lab_test_id);
create index lab_order_dob on lab_order (dob, lab_id);

-- A marker of an order.
create table lab_order_marker (
  order_id uuid not null references lab_order (id) on delete cascade,
  marker_id integer not null references marker (id),
  position integer not null,
  provider_id text not null,
  primary key (order_id, marker_id)
);
create index lab_order_marker_marker on lab_order_marker (marker_id);

-- A status change of an order.
create table lab_order_event (
  id bigint generated always as identity primary key,
  order_id uuid not null references lab_order (id) on delete cascade,
  status text not null,
  status_detail text,
  created_at timestamptz not null default now()
);
create index lab_order_event_order on lab_order_event (order_id, id);

-- The trigrams that lists of orders are searched by: name, recipient, birth date and IDs. Each begins with eight
-- characters of the team's ID, so that names that are common in other teams cost nothing.
create function lab_order_trigrams(team uuid, patient text, recipient text, born date, order_id uuid, user_id uuid)
  returns text[] language sql stable parallel safe as
  $$ select array(
       select left(team::text, 8) || g
         from unnest(trigrams(concat_ws(E'\n', lower(patient), lower(recipient), to_char(born, 'YYYY-MM-DD'),
                                         order_id::text, user_id::text))) g) $$;

-- The search index of an order.
create table lab_order_search (
  order_id uuid primary key references lab_order (id) on delete cascade,
  trigrams text[] not null
);
create index lab_order_search_trigrams on lab_order_search using gin (trigrams);

-- A request of the lab API with an idempotency key, and its response, so that a retry changes nothing.
create table idempotency_key (
  team_id uuid not null,
  environment text not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  state text not null check (state in ('running', 'done')),
  -- execution that holds the key, so that an abandoned one doesn't finish another's
  run_id uuid not null,
  status integer,
  body text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (team_id, environment, route, key),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index idempotency_key_started on idempotency_key (started_at);

-- Jobs of orders ----------------------------------------------------------------------------------

-- An order or cancellation to send to the laboratory. A parked row needs an operator.
create table lab_order_dispatch (
  order_id uuid not null references lab_order (id) on delete cascade,
  kind text not null check (kind in ('order', 'cancel')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done', 'parked')),
  due_at timestamptz not null default now(),
  attempt integer not null default 0,
  lease_expires_at timestamptz,
  error text,
  primary key (order_id, kind)
);
create index lab_order_dispatch_due on lab_order_dispatch (due_at) where state = 'waiting';
create index lab_order_dispatch_parked on lab_order_dispatch (order_id) where state = 'parked';

-- A message to send to the patient of an order. Consent is checked when it is sent.
create table patient_notification (
  id uuid primary key,
  order_id uuid not null references lab_order (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('sms', 'email', 'email_else_sms')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')),
  due_at timestamptz not null,
  -- start of the appointment that the message is about
  appointment_at timestamptz,
  attempt integer not null default 0,
  lease_expires_at timestamptz,
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index patient_notification_due on patient_notification (due_at) where state = 'waiting';
create index patient_notification_order on patient_notification (order_id);
create index patient_notification_ended on patient_notification (ended_at) where ended_at is not null;

-- A simulation that drives a sandbox order to its end. Clients start it.
create table lab_sandbox_run (
  order_id uuid primary key references lab_order (id) on delete cascade,
  -- request ID at the simulator, which creates results once per ID
  id uuid not null,
  final_status text not null,
  delay_ms bigint not null,
  flags jsonb not null,
  -- last observed status of the order
  last_status text,
  -- number of times that this status was observed
  observations integer not null default 0,
  state text not null default 'running' check (state in ('running', 'ended', 'stuck')),
  due_at timestamptz not null default now(),
  lease_expires_at timestamptz,
  error text,
  created_at timestamptz not null default now()
);
create index lab_sandbox_run_due on lab_sandbox_run (due_at) where state = 'running';
