-- Accounts at laboratories, and billing of insurances.

-- An account at a laboratory that orders are placed under. Organisations create it; loaded from a file if it
-- has no organisation.
create table lab_account (
  id uuid primary key,
  lab_id integer not null references lab (id),
  environment text not null check (environment in ('sandbox', 'production')),
  -- null: an account of the installation
  org_id uuid references organisation (id),
  name text,
  status text not null check (status in ('active', 'pending', 'suspended', 'ready_to_launch')),
  delegated_flow text not null
    check (delegated_flow in ('order_delegated', 'result_delegated', 'fully_delegated', 'not_delegated')),
  -- the laboratory's account number
  provider_account_id text not null,
  default_clinical_notes text,
  business_units text[],
  -- billing types, each with the patient states in which it is allowed
  allowed_billing jsonb not null,
  -- whether teams without an account at the laboratory use this one
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (org_id is not null or delegated_flow = 'not_delegated'),
  check (org_id is null or not is_default)
);
create index lab_account_lab on lab_account (lab_id, environment);
create index lab_account_org on lab_account (org_id, environment);
create index lab_account_provider_account on lab_account (provider_account_id);
create unique index lab_account_default on lab_account (lab_id, environment) where is_default;

-- A team that may order on an account.
create table lab_account_team (
  account_id uuid not null references lab_account (id) on delete cascade,
  team_id uuid not null references team (id),
  primary key (account_id, team_id)
);
create index lab_account_team_team on lab_account_team (team_id);

-- An insurance company. Loaded from a file, or created by a team.
create table payor (
  id integer generated always as identity primary key,
  code text not null unique,
  -- null: available to every team
  team_id uuid,
  environment text check (environment in ('sandbox', 'production')),
  name text not null,
  aliases text[] not null default '{}',
  address jsonb not null,
  -- lower-case name and aliases
  search text not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((team_id is null) = (environment is null)),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index payor_team on payor (team_id, environment);
create index payor_search on payor using gin (trigrams(search));

-- The ID of a payor at a clearinghouse.
create table payor_number (
  payor_id integer not null references payor (id) on delete cascade,
  -- the clearinghouse
  provider text not null,
  number text not null,
  primary key (provider, number, payor_id)
);
create index payor_number_payor on payor_number (payor_id);

-- A version of a user's insurance. Each update adds a row; the newest counts.
create table insurance (
  id uuid primary key,
  number bigint generated always as identity,
  user_id uuid not null references app_user (id) on delete cascade,
  is_primary boolean not null,
  payor_id integer not null references payor (id),
  -- names, addresses and member numbers, JSON
  document_encrypted bytea not null,
  created_at timestamptz not null default now()
);
create index insurance_user on insurance (user_id, is_primary, number desc);
create index insurance_payor on insurance (payor_id);
