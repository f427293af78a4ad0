-- The catalogue of laboratories: markers, questions and tests. Everything except the tests of teams is loaded
-- from files. IDs stay the same when a file is loaded again, and rows are deactivated instead of deleted,
-- because orders refer to them.

-- The trigrams of a text. An index over them finds substrings without an extension. The high cost keeps the planner
-- from computing it row by row.
create function trigrams(t text) returns text[] language sql immutable parallel safe cost 100000 as
  $$ select array(select distinct substr(t, i, 3) from generate_series(1, length(t) - 2) as g(i)) $$;

-- A catalogue file that was loaded, so that a start loads only changed files.
create table lab_catalogue_file (
  name text primary key,
  hash text not null,
  loaded_at timestamptz not null default now()
);

-- A LOINC code that laboratories report.
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

-- A laboratory.
create table lab (
  id integer generated always as identity primary key,
  slug text not null unique,
  -- laboratory whose rules this one follows; null: its own
  network text,
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

-- A biomarker or panel that a laboratory offers.
create table marker (
  id integer generated always as identity primary key,
  lab_id integer not null references lab (id),
  -- the laboratory's code
  provider_id text not null,
  name text not null,
  slug text not null,
  description text,
  type text not null check (type in ('biomarker', 'panel')),
  unit text,
  sample_type text not null,
  -- in cents
  price_minor integer check (price_minor >= 0),
  price_note text check (price_note in ('refer_to_contract', 'price_unavailable')),
  price_modifiers jsonb,
  -- states in which insurances pay; null: all
  insured_in text[],
  a_la_carte boolean not null,
  orderable boolean not null,
  reflex boolean not null,
  active boolean not null default true,
  common_tat_days integer,
  worst_case_tat_days integer,
  popularity double precision not null default 0,
  cpt_codes text[] not null default '{}',
  aliases text[] not null default '{}',
  -- sorted codes of the expected results
  loinc_codes text[] not null default '{}',
  -- hash of loinc_codes; null if a result has no code
  loinc_set_hash text,
  -- code of the order itself, such as that of a panel
  order_loinc text,
  -- lower-case text for search by name
  search text not null,
  -- lower-case text for comparing laboratories
  terms text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((price_minor is null) = (price_note is not null)),
  unique (lab_id, provider_id)
);
create index marker_orderable on marker (id) include (lab_id, a_la_carte)
  where active and orderable and not reflex;
create index marker_lab on marker (lab_id, id) include (a_la_carte) where active and orderable and not reflex;
create index marker_provider_id on marker (provider_id);
create index marker_search on marker using gin (trigrams(search));
create index marker_terms on marker using gin (trigrams(terms));
create index marker_loinc on marker using gin (loinc_codes);
create index marker_loinc_set on marker (loinc_set_hash);

-- A result that a marker is expected to report.
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

-- An ask-at-order-entry (AOE) question of a marker.
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

-- A possible answer to a question.
create table marker_answer (
  id integer generated always as identity primary key,
  question_id bigint not null references marker_question (id),
  code text not null,
  value text not null,
  position integer not null,
  active boolean not null default true,
  unique (question_id, code)
);

-- A reflex test that a marker may trigger.
create table marker_reflex (
  marker_id integer not null references marker (id),
  reflex_id integer not null references marker (id),
  primary key (marker_id, reflex_id)
);
create index marker_reflex_reflex on marker_reflex (reflex_id);

-- A test that can be ordered: a set of markers and a collection method. Teams create it; loaded from a file if
-- it has no team.
create table lab_test (
  id uuid primary key,
  -- null: available to every team of the environment
  team_id uuid references team (id),
  environment text not null check (environment in ('sandbox', 'production')),
  lab_id integer not null references lab (id),
  lab_account_id uuid,
  slug text not null,
  name text not null,
  description text not null,
  method text not null check (method in ('testkit', 'walk_in_test', 'at_home_phlebotomy', 'on_site_collection')),
  sample_type text not null,
  fasting boolean not null default false,
  status text not null check (status in ('active', 'pending_approval', 'inactive')),
  -- status to restore when an archived test is reactivated
  status_before text check (status_before in ('active', 'pending_approval')),
  -- made for an order of individual markers
  auto_generated boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lab_test_team on lab_test (team_id, environment, created_at, id);
create index lab_test_lab on lab_test (lab_id);
-- Orders of the same markers share one hidden test.
create unique index lab_test_auto_generated on lab_test (team_id, environment, slug) where auto_generated;

-- A marker of a test.
create table lab_test_marker (
  lab_test_id uuid not null references lab_test (id) on delete cascade,
  marker_id integer not null references marker (id),
  position integer not null,
  primary key (lab_test_id, marker_id)
);
create index lab_test_marker_marker on lab_test_marker (marker_id);
