-- When a booking that nobody has confirmed is given up.
alter table appointment add column give_up_at timestamptz;
create index appointment_give_up on appointment (give_up_at) where give_up_at is not null;

-- Free times of sites as they were some minutes ago.
create table site_availability (
  team_id uuid not null,
  environment text not null,
  provider text not null,
  code text not null,
  read_at timestamptz not null,
  -- Day to a list of start and end, as seconds, and how many fit in.
  times jsonb not null,
  primary key (team_id, environment, provider, code),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index site_availability_age on site_availability (read_at);

-- States in which insurances pay for a marker; null = all of them.
alter table marker add column insured_in text[];

-- The last webhook about an order, to be sent again as it was.
alter table lab_order add column told text;
