-- Connections that are imported, exported and paused by the many; codes that pair a phone; links to the
-- webhook page by a team's own key; the end of a team.

-- Codes ---------------------------------------------------------------------------------------

create table link_code (
  -- keyed: of so short a code a plain hash could be tried out
  code_mark bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  expires_at timestamptz not null,
  exchanged_at timestamptz,
  created_at timestamptz not null default now()
);
create index link_code_user on link_code (user_id);
create index link_code_expiry on link_code (expires_at);

-- Links to the webhook page -------------------------------------------------------------------

-- End with the team's key that asked for them, as those of a management key do with that.
alter table portal_link
  add column api_key_id uuid references api_key (id) on delete cascade;
create index portal_link_api_key on portal_link (api_key_id);
alter table portal_session
  add column api_key_id uuid references api_key (id) on delete cascade;
create index portal_session_api_key on portal_session (api_key_id);

-- Bulk ----------------------------------------------------------------------------------------

-- Connections that wait to be imported, sealed, many in a row; it goes when they are done.
create table bulk_import_part (
  op_id uuid not null references bulk_op (id) on delete cascade,
  part int not null,
  app_id uuid not null,
  recipes_encrypted bytea not null,
  due_at timestamptz not null default now(),
  attempt int not null default 0,
  lease_until timestamptz,
  primary key (op_id, part)
);
create index bulk_import_part_due on bulk_import_part (due_at);

alter table bulk_op_entry
  drop constraint bulk_op_entry_state_check,
  add constraint bulk_op_entry_state_check
    check (state in ('pending', 'triggered', 'skipped', 'imported', 'failed'));

-- Tells the tokens that were imported: the same ones once more are no newer than what they became.
alter table connection add column import_mark bytea;

-- Whose tokens left, by which key, and when. No keys to others: it outlives them.
create table bulk_export_audit (
  id uuid primary key,
  team_id uuid not null,
  environment text not null,
  provider text not null,
  -- null: asked with a team's access token
  api_key_id uuid,
  user_ids uuid[] not null,
  created_at timestamptz not null default now()
);
create index bulk_export_audit_team on bulk_export_audit (team_id, environment, created_at);

-- Notices of paused connections, which wait for them to go on: due at infinity.
create index provider_hint_held on provider_hint (received_at) where due_at = 'infinity';

-- The end of a team ---------------------------------------------------------------------------

-- A team that is being erased belongs to no organisation any more, so that nobody finds it.
alter table team
  alter column org_id drop not null,
  add column ending_org_id uuid references organisation (id),
  add column ending_at timestamptz,
  add constraint team_ending check (
    (org_id is null) = (ending_org_id is not null) and (org_id is null) = (ending_at is not null));
create index team_ending_org on team (ending_org_id);
create index team_ending_at on team (ending_at) where ending_at is not null;
