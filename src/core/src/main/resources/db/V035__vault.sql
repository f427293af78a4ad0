-- What secrets are sealed with. The installation's and the teams' keys are wrapped by the master
-- key, which is never in the database; a user's key is wrapped by its team's. Erasing a row makes
-- all that was sealed with it unreadable, in backups of the ciphertexts too.
create table data_key (
  id uuid primary key,
  -- null: the installation's
  team_id uuid references team (id) on delete cascade,
  user_id uuid references app_user (id) on delete cascade,
  -- which master key wraps it; null: the team's key does
  master_id text,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  check ((user_id is null) = (master_id is not null)),
  check (user_id is null or team_id is not null)
);
create unique index data_key_installation on data_key ((true)) where team_id is null;
create unique index data_key_team on data_key (team_id) where user_id is null;
create unique index data_key_user on data_key (user_id) where user_id is not null;
