-- Accounts at laboratories, and what is needed to bill an insurance.

create table lab_account (
  id uuid primary key,
  lab_id integer not null references lab (id),
  environment text not null check (environment in ('sandbox', 'production')),
  -- Null: the installation's own, which comes from a file.
  org_id uuid references organisation (id),
  name text,
  status text not null check (status in ('active', 'pending', 'suspended', 'ready_to_launch')),
  delegated_flow text not null
    check (delegated_flow in ('order_delegated', 'result_delegated', 'fully_delegated', 'not_delegated')),
  -- The number by which the laboratory knows the account.
  provider_account_id text not null,
  default_clinical_notes text,
  business_units text[],
  -- Type of billing to the states of patients in which it may be used.
  allowed_billing jsonb not null,
  -- Of the installation's own: for each team of the environment that is linked to none at the laboratory.
  everyone boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (org_id is not null or delegated_flow = 'not_delegated'),
  check (org_id is null or not everyone)
);
create index lab_account_lab on lab_account (lab_id, environment);
create index lab_account_org on lab_account (org_id, environment);
create index lab_account_number on lab_account (provider_account_id);
create unique index lab_account_everyone on lab_account (lab_id, environment) where everyone;

-- Who may order on an account.
create table lab_account_team (
  account_id uuid not null references lab_account (id) on delete cascade,
  team_id uuid not null references team (id),
  primary key (account_id, team_id)
);
create index lab_account_team_of on lab_account_team (team_id);

-- Without a team: for every team, from a file.
create table payor (
  id integer generated always as identity primary key,
  code text not null unique,
  team_id uuid,
  environment text check (environment in ('sandbox', 'production')),
  name text not null,
  aliases text[] not null default '{}',
  address jsonb not null,
  -- Name and aliases in lower case: what a search looks through.
  search text not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((team_id is null) = (environment is null)),
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index payor_team on payor (team_id, environment);
create index payor_search on payor using gin (lab_grams(search));

-- What clearing houses call a payor.
create table payor_number (
  payor_id integer not null references payor (id) on delete cascade,
  provider text not null,
  number text not null,
  primary key (provider, number, payor_id)
);
create index payor_number_of on payor_number (payor_id);

-- Every version is kept; the newest counts.
create table insurance (
  id uuid primary key,
  number bigint generated always as identity,
  user_id uuid not null references app_user (id) on delete cascade,
  is_primary boolean not null,
  payor_id integer not null references payor (id),
  -- Names, addresses, numbers: sealed like demographics.
  document_encrypted bytea not null,
  created_at timestamptz not null default now()
);
create index insurance_user on insurance (user_id, is_primary, number desc);
create index insurance_payor on insurance (payor_id);
