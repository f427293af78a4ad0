-- The catalogue of laboratories: what they measure, ask and charge, and the tests made of it. Everything but
-- the tests of teams comes from files; ids stay when a file is read again, and nothing is deleted, because
-- orders refer to it.

alter table team_environment
  add column lab_switches text[] not null default '{patient_email,patient_sms}';

-- The groups of three characters of a text: what holds a text holds its groups, so an index over them finds
-- substrings without an extension. Dear, so that no plan works it out row by row.
create function lab_grams(t text) returns text[] language sql immutable parallel safe cost 100000 as
  $$ select array(select distinct substr(t, i, 3) from generate_series(1, length(t) - 2) as g(i)) $$;

-- What has been read, so that a start reads only what has changed.
create table lab_catalogue_file (
  name text primary key,
  hash text not null,
  loaded_at timestamptz not null default now()
);

create table loinc (
  id integer generated always as identity primary key,
  code text not null unique,
  name text not null,
  slug text not null,
  component text not null,
  unit text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table lab (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  first_line_address text not null,
  city text not null,
  zipcode text not null,
  collection_methods text[] not null,
  sample_types text[] not null,
  logo_url text,
  compendium boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table marker (
  id integer generated always as identity primary key,
  lab_id integer not null references lab (id),
  provider_id text not null,
  name text not null,
  slug text not null,
  description text,
  type text not null check (type in ('biomarker', 'panel')),
  unit text,
  sample_type text not null,
  price_minor integer check (price_minor >= 0),
  price_note text check (price_note in ('refer_to_contract', 'price_unavailable')),
  price_modifiers jsonb,
  a_la_carte boolean not null,
  orderable boolean not null,
  reflex boolean not null,
  active boolean not null default true,
  common_tat_days integer,
  worst_case_tat_days integer,
  popularity double precision not null default 0,
  cpt_codes text[] not null default '{}',
  aliases text[] not null default '{}',
  -- Sorted and unique codes of the expected results, and their hash; null when one has none.
  loinc_codes text[] not null default '{}',
  loinc_set_hash text,
  -- What the order itself is called, such as the code of a panel.
  order_loinc text,
  -- What search by name looks through, and what comparison of labs does, in lower case.
  search text not null,
  terms text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((price_minor is null) = (price_note is not null)),
  unique (lab_id, provider_id)
);
create index marker_listed on marker (id) include (lab_id, a_la_carte)
  where active and orderable and not reflex;
create index marker_of_lab on marker (lab_id, id) include (a_la_carte)
  where active and orderable and not reflex;
create index marker_code on marker (provider_id);
create index marker_search on marker using gin (lab_grams(search));
create index marker_terms on marker using gin (lab_grams(terms));
create index marker_loinc on marker using gin (loinc_codes);
create index marker_loinc_set on marker (loinc_set_hash);

create table marker_result (
  id integer generated always as identity primary key,
  marker_id integer not null references marker (id),
  provider_id text not null,
  name text not null,
  slug text not null,
  required boolean not null,
  loinc_id integer references loinc (id),
  position integer not null,
  active boolean not null default true,
  unique (marker_id, provider_id)
);
create index marker_result_loinc on marker_result (loinc_id);

create table marker_question (
  id bigint generated always as identity primary key,
  marker_id integer not null references marker (id),
  code text not null,
  value text not null,
  type text not null check (type in ('choice', 'text', 'numeric', 'multi_choice')),
  required boolean not null,
  sequence integer not null,
  "constraint" text,
  "default" text,
  active boolean not null default true,
  unique (marker_id, code)
);

create table marker_answer (
  id integer generated always as identity primary key,
  question_id bigint not null references marker_question (id),
  code text not null,
  value text not null,
  position integer not null,
  active boolean not null default true,
  unique (question_id, code)
);

create table marker_reflex (
  marker_id integer not null references marker (id),
  reflex_id integer not null references marker (id),
  primary key (marker_id, reflex_id)
);
create index marker_reflex_of on marker_reflex (reflex_id);

-- Without a team: for every team of the environment, from a file.
create table lab_test (
  id uuid primary key,
  team_id uuid references team (id),
  environment text not null check (environment in ('sandbox', 'production')),
  lab_id integer not null references lab (id),
  lab_account_id uuid,
  slug text not null,
  name text not null,
  description text not null,
  method text not null
    check (method in ('testkit', 'walk_in_test', 'at_home_phlebotomy', 'on_site_collection')),
  sample_type text not null,
  fasting boolean not null default false,
  status text not null check (status in ('active', 'pending_approval', 'inactive')),
  -- What a test that was archived goes back to.
  status_before text check (status_before in ('active', 'pending_approval')),
  auto_generated boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lab_test_team on lab_test (team_id, environment, created_at, id);
create index lab_test_lab on lab_test (lab_id);

create table lab_test_marker (
  lab_test_id uuid not null references lab_test (id) on delete cascade,
  marker_id integer not null references marker (id),
  position integer not null,
  primary key (lab_test_id, marker_id)
);
create index lab_test_marker_of on lab_test_marker (marker_id);
