-- Links to the self-service page and their sessions end with the management key that made them. Empty in what
-- a node of the release before has made: such links and sessions end by themselves, within a day and an hour.

alter table portal_link
  add column key_id uuid references management_key (id) on delete cascade;
create index portal_link_key on portal_link (key_id);

alter table portal_session
  add column key_id uuid references management_key (id) on delete cascade;
create index portal_session_key on portal_session (key_id);
