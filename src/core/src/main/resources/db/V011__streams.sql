-- Which types the streaming destinations of a team get, by what the types begin with; empty = all.
alter table pipeline add column event_type_prefixes text[] not null default '{}';

-- One broker of a kind for a team and environment.
create unique index webhook_endpoint_broker on webhook_endpoint (team_id, environment, kind)
  where kind <> 'webhook' and deleted_at is null;
