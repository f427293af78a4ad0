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

-- What lists of orders are searched by: name, recipient, birth date and ids in groups of three signs, each after the
-- beginning of the team's id, so that names that are common elsewhere cost nothing.
create function lab_order_grams(team uuid, patient text, recipient text, born date, order_id uuid, user_id uuid)
  returns text[] language sql stable parallel safe as
  $$ select array(
       select left(team::text, 8) || g
         from unnest(lab_grams(concat_ws(E'\n', lower(patient), lower(recipient), to_char(born, 'YYYY-MM-DD'),
                                         order_id::text, user_id::text))) g) $$;
create table lab_order_search (
  order_id uuid primary key references lab_order (id) on delete cascade,
  grams text[] not null
);
insert into lab_order_search (order_id, grams)
select id, lab_order_grams(team_id, patient_name, coalesce(shipping, address) ->> 'receiver_name', dob, id, user_id)
  from lab_order;
create index lab_order_search_grams on lab_order_search using gin (grams);

-- What patients are to be told; whether they may be is looked at when it leaves.
create table lab_notice (
  id uuid primary key,
  order_id uuid not null references lab_order (id) on delete cascade,
  kind text not null,
  way text not null check (way in ('sms', 'email', 'email_else_sms')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')),
  due_at timestamptz not null,
  -- Begin of the appointment that it is about.
  about timestamptz,
  attempt integer not null default 0,
  lease_until timestamptz,
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index lab_notice_due on lab_notice (due_at) where state = 'waiting';
create index lab_notice_order on lab_notice (order_id);
create index lab_notice_ended on lab_notice (ended_at) where ended_at is not null;
