-- How many users a team has, deleted ones left out: each page of users tells it. Several rows a team, so that connections
-- that make users at the same time seldom wait for each other; the sum counts, and one row may fall below zero.
create table user_count (
  team_id uuid not null,
  environment text not null,
  slot smallint not null,
  users bigint not null,
  primary key (team_id, environment, slot),
  foreign key (team_id, environment) references team_environment (team_id, environment) on delete cascade
) with (fillfactor = 50);

create function users_changed() returns trigger language plpgsql as $$
begin
  insert into user_count as c (team_id, environment, slot, users)
  select team_id, environment, pg_backend_pid() % 8, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed where deleted_at is null
   group by team_id, environment order by team_id, environment
  on conflict (team_id, environment, slot) do update set users = c.users + excluded.users;
  return null;
end $$;

create function user_came_or_went() returns trigger language plpgsql as $$
begin
  insert into user_count as c (team_id, environment, slot, users)
  values (new.team_id, new.environment, pg_backend_pid() % 8, case when new.deleted_at is null then 1 else -1 end)
  on conflict (team_id, environment, slot) do update set users = c.users + excluded.users;
  return null;
end $$;

create trigger users_came after insert on app_user
  referencing new table as changed for each statement execute function users_changed();
create trigger users_went after delete on app_user
  referencing old table as changed for each statement execute function users_changed();
create trigger user_came_or_went after update of deleted_at on app_user
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function user_came_or_went();

-- Nobody has written since the first trigger was made: it holds the table until this ends.
insert into user_count (team_id, environment, slot, users)
select team_id, environment, 0, count(*) from app_user where deleted_at is null group by team_id, environment;
