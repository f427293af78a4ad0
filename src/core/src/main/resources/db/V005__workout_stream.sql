-- What sensors recorded during a workout, one row each. Without a foreign key to the workout: its id
-- is known before it is stored, and streams may come first.
create table workout_stream (
  workout_id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  points int not null check (points > 0),
  -- SHA-256 of the uncompressed bytes: what tells whether the content changed
  hash bytea not null,
  -- zlib; version and layout are in the first byte and in WorkoutStreamCodec
  content bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The bytes are compressed already.
alter table workout_stream alter column content set storage external;
create index workout_stream_user on workout_stream (user_id);
