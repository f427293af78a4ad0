-- Collection sites, their availability, and appointments. Sites and areas are loaded from a file.

-- A US ZIP code with its location.
create table zip_code (
  zip text primary key,
  lat double precision not null,
  lng double precision not null,
  state text not null,
  -- null: the time zone of most of the state
  time_zone text
);

-- A site of a laboratory where samples are collected.
create table lab_site (
  id integer generated always as identity primary key,
  lab_id integer not null references lab (id),
  code text not null,
  name text not null,
  address jsonb not null,
  lat double precision not null,
  lng double precision not null,
  time_zone text not null,
  phone_number text,
  fax_number text,
  website text,
  hours jsonb,
  capabilities text[] not null default '{}',
  active boolean not null default true,
  unique (lab_id, code)
);
create index lab_site_location on lab_site (lab_id, lat) where active;

-- A laboratory whose sites can be booked.
create table lab_scheduling (
  lab_id integer primary key references lab (id),
  -- direct: a booking is confirmed at once; by_lab: when the laboratory confirms it
  confirmation text not null check (confirmation in ('direct', 'by_lab'))
);

-- A ZIP code that a phlebotomy provider serves.
create table phlebotomy_area (
  provider text not null,
  zip text not null,
  service text not null check (service in ('appointment-ready', 'appointment-request')),
  price_minor integer not null default 0,
  primary key (provider, zip, service)
);
create index phlebotomy_area_zip on phlebotomy_area (zip);

-- The available times of a site, cached for a few minutes.
create table site_availability (
  team_id uuid not null,
  environment text not null,
  provider text not null,
  code text not null,
  read_at timestamptz not null,
  -- day to a list of start, end (seconds) and capacity
  times jsonb not null,
  primary key (team_id, environment, provider, code),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index site_availability_read on site_availability (read_at);

-- The capacity of a calendar at one time. The first booking creates the row.
create table appointment_slot (
  calendar text not null,
  starts_at timestamptz not null,
  capacity integer not null,
  taken integer not null check (taken between 0 and capacity),
  primary key (calendar, starts_at)
);

-- An appointment of an order.
create table appointment (
  id uuid primary key,
  order_id uuid not null references lab_order (id) on delete cascade,
  team_id uuid not null,
  environment text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  transaction_id uuid not null,
  type text not null check (type in ('phlebotomy', 'patient_service_center')),
  provider text not null,
  provider_id text not null,
  external_id text,
  -- that of its last event
  status text not null
    check (status in ('pending', 'reserved', 'scheduled', 'in_progress', 'completed', 'cancelled')),
  starts_at timestamptz,
  ends_at timestamptz,
  time_zone text,
  address jsonb not null,
  lat double precision not null,
  lng double precision not null,
  notes text,
  -- calendar that holds the slot; null for a request
  calendar text,
  -- who confirms: direct: the booking itself; by_lab: the laboratory; later: the provider
  confirmation text not null check (confirmation in ('direct', 'by_lab', 'later')),
  confirm_at timestamptz,
  -- when an unconfirmed booking is cancelled
  confirmation_expires_at timestamptz,
  cancellation_reason uuid,
  cancellation_notes text,
  refundable boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index appointment_order on appointment (order_id, created_at);
create index appointment_user on appointment (user_id);
create index appointment_team on appointment (team_id, environment);
create unique index appointment_active on appointment (order_id) where status not in ('completed', 'cancelled');
create unique index appointment_patient_active on appointment (user_id, provider)
  where type = 'phlebotomy' and status not in ('completed', 'cancelled');
create index appointment_confirm on appointment (confirm_at) where confirm_at is not null;
create index appointment_open on appointment (starts_at) where status not in ('completed', 'cancelled');
create index appointment_confirmation_expiry on appointment (confirmation_expires_at)
  where confirmation_expires_at is not null;

-- A status change of an appointment.
create table appointment_event (
  id bigint generated always as identity primary key,
  appointment_id uuid not null references appointment (id) on delete cascade,
  status text not null,
  data jsonb,
  created_at timestamptz not null default now()
);
create index appointment_event_appointment on appointment_event (appointment_id, id);
