-- What the owner of a provider's pace has reserved of its quotas, and pauses that the provider
-- asked for: the next owner goes on from there. A row goes when its window is over.
create table call_reserved (
  provider text not null,
  app_id uuid not null,
  -- null: of the application
  user_id uuid,
  calls integer not null check (calls > 0),
  at timestamptz not null default now()
);
create index call_reserved_at on call_reserved (provider, at);

create table call_pause (
  provider text not null,
  app_id uuid not null,
  -- the nil id: of the application
  user_id uuid not null,
  until timestamptz not null,
  primary key (provider, app_id, user_id)
);
