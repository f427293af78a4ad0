-- The log of messages: webhooks.md §6.

-- Ids of messages sort by their time byte by byte, and windows and pages of the log are ranges of them.
-- In a database with the rules of a language they would not, so their columns say how they compare.
do $$
declare
  attempts text := pg_get_viewdef('attempt');
begin
  drop view attempt;
  alter table message alter column id type text collate "C";
  alter table delivery alter column message_id type text collate "C";
  alter table delivery_attempt alter column message_id type text collate "C";
  alter table manual_attempt alter column message_id type text collate "C";
  execute 'create view attempt as ' || attempts;
end $$;

-- A user's messages by time.
drop index message_user;
create index message_user on message (user_id, id) where user_id is not null;
