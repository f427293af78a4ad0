-- Where samples are taken and when there is room, and the appointments of orders. Places come from a file.

create table zip_place (
  zip text primary key,
  lat double precision not null,
  lng double precision not null,
  state text not null,
  -- Null: the zone that most of the state lives by.
  time_zone text
);

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
create index lab_site_near on lab_site (lab_id, lat) where active;

-- Laboratories whose sites can be booked: at once, or when the laboratory has said so.
create table lab_scheduling (
  lab_id integer primary key references lab (id),
  confirmation text not null check (confirmation in ('direct', 'by_lab'))
);

create table phlebotomy_area (
  provider text not null,
  zip text not null,
  service text not null check (service in ('appointment-ready', 'appointment-request')),
  price_minor integer not null default 0,
  primary key (provider, zip, service)
);
create index phlebotomy_area_zip on phlebotomy_area (zip);

-- Room at one time; a row comes into being with the first booking.
create table appointment_slot (
  calendar text not null,
  starts_at timestamptz not null,
  capacity integer not null,
  taken integer not null check (taken between 0 and capacity),
  primary key (calendar, starts_at)
);

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
  -- The word of its last event.
  status text not null
    check (status in ('pending', 'reserved', 'scheduled', 'in_progress', 'completed', 'cancelled')),
  starts_at timestamptz,
  ends_at timestamptz,
  time_zone text,
  address jsonb not null,
  lat double precision not null,
  lng double precision not null,
  notes text,
  -- Where its room was taken; null for a request.
  calendar text,
  -- Who confirms: the booking itself, the laboratory, or the provider some time later.
  confirmation text not null check (confirmation in ('direct', 'by_lab', 'later')),
  confirm_at timestamptz,
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
create unique index appointment_patient on appointment (user_id, provider)
  where type = 'phlebotomy' and status not in ('completed', 'cancelled');
create index appointment_confirm on appointment (confirm_at) where confirm_at is not null;
create index appointment_open on appointment (starts_at) where status not in ('completed', 'cancelled');

create table appointment_event (
  id bigint generated always as identity primary key,
  appointment_id uuid not null references appointment (id) on delete cascade,
  status text not null,
  data jsonb,
  created_at timestamptz not null default now()
);
create index appointment_event_of on appointment_event (appointment_id, id);
