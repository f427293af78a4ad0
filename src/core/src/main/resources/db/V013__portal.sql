-- Links to the self-service page and the sessions that they open. Both are known by the hash of a token
-- that only the link's and the session's holder has.

create table portal_link (
  token_hash bytea primary key,
  team_id uuid not null,
  environment text not null,
  read_only boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index portal_link_team on portal_link (team_id, environment);
create index portal_link_expiry on portal_link (expires_at);

create table portal_session (
  token_hash bytea primary key,
  team_id uuid not null,
  environment text not null,
  read_only boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (team_id, environment) references team_environment (team_id, environment)
);
create index portal_session_team on portal_session (team_id, environment);
create index portal_session_expiry on portal_session (expires_at);
