-- Health data: summaries, samples and workout streams, with their origin.

-- Origins and summaries ---------------------------------------------------------------------------

-- How records were received. A user has few rows; summaries and sample blocks refer to them by number.
create table data_origin (
  id int generated always as identity primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- such as pull, upload or import
  channel text not null,
  -- ID of the pull job, upload or import; '' = none
  reference text not null,
  -- name and version of the normaliser
  mapping text not null,
  -- source of the time zone
  zone text not null,
  created_at timestamptz not null default now(),
  unique (user_id, channel, reference, mapping, zone)
);

-- A record of a day or a time span, such as a night of sleep or a workout.
create table summary (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  resource text not null,
  provider text not null,
  source_type text not null,
  app_id text,
  device_id uuid,
  -- filtered by ranges of dates
  day date,
  -- filtered by ranges of instants
  at timestamptz,
  content jsonb not null,
  -- the ingest that wrote the current content. No foreign keys: an origin is deleted only together with its
  -- user
  data_origin_id int,
  -- the ingest that wrote the first version
  first_data_origin_id int,
  -- identifies the record at its provider
  provider_key text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index summary_day on summary (user_id, resource, day, id);
create index summary_at on summary (user_id, resource, at, id);

-- Samples -----------------------------------------------------------------------------------------

-- The samples of one user, resource and source. Its number keeps sample rows small and is the source_id of
-- timeseries events.
create table series (
  id int generated always as identity primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  resource text not null,
  provider text not null,
  source_type text not null,
  unique (user_id, resource, provider, source_type)
);

-- Fields that few samples have: workout, sport and extra fields.
create table sample_context (
  id int generated always as identity primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  workout_id uuid,
  sport text,
  -- JSON text
  extras text
);
-- Hashed: an index entry has a size limit, and the extra fields don't.
create unique index sample_context_unique on sample_context (user_id, workout_id, sport, md5(extras)) nulls not distinct;

-- The samples of a series in one time interval, encoded by io.tributary.sampleblock. It has no foreign key to
-- series: checking it on every write would halve the ingest rate. A trigger deletes the blocks of a deleted
-- series; ingest locks the user's row, so no series is deleted meanwhile. The fill factor leaves space for
-- blocks to grow in place. The data is dense, so it isn't compressed, and stays in the row up to half a page.
create table sample_block (
  series_id int not null,
  -- start of the interval, in minutes since 1970
  start_minute int not null,
  -- number of samples
  sample_count int not null check (sample_count > 0),
  data bytea not null,
  primary key (series_id, start_minute)
) with (fillfactor = 85, toast_tuple_target = 4080, autovacuum_vacuum_scale_factor = 0.05);
alter table sample_block alter column data set storage external;

-- Deletes the blocks of a deleted series, in place of a foreign key.
create function delete_blocks_of_series() returns trigger language plpgsql as $$
begin
  delete from sample_block where series_id = old.id;
  return null;
end $$;
create trigger series_delete_blocks after delete on series
  for each row execute function delete_blocks_of_series();

-- Reading samples in SQL --------------------------------------------------------------------------

-- Decodes a number of variable-length integers (seven bits per byte) at a position; returns them and the next
-- position. These functions mirror io.tributary.sampleblock.SampleBlockCodec, which describes the format.
create function sample_block_varints(data bytea, start int, count int, out numbers bigint[], out next int)
language plpgsql immutable parallel safe as $$
declare
  b int;
  v bigint;
  shift int;
begin
  numbers := '{}';
  next := start;
  for i in 1..count loop
    v := 0;
    shift := 0;
    loop
      b := get_byte(data, next);
      next := next + 1;
      v := v | ((b & 127)::bigint << shift);
      exit when b < 128;
      shift := shift + 7;
    end loop;
    numbers := array_append(numbers, v);
  end loop;
end $$;

-- Decodes a run-length encoding: pairs of length and number.
create function sample_block_run_lengths(data bytea, start int, count int, out numbers bigint[], out next int)
language plpgsql immutable parallel safe as $$
declare
  pair bigint[];
begin
  numbers := '{}';
  next := start;
  while cardinality(numbers) < count loop
    select r.numbers, r.next into pair, next from sample_block_varints(data, next, 2) r;
    numbers := numbers || array_fill(pair[2], array[pair[1]::int]);
  end loop;
end $$;

-- Decodes a zigzag-encoded integer.
create function sample_block_zigzag(v bigint) returns bigint
language sql immutable parallel safe as $$
  -- the mask removes the copies of the sign bit that the shift inserts
  select ((v >> 1) & 9223372036854775807) # -(v & 1)
$$;

-- Decodes eight bytes, big-endian.
create function sample_block_int64(data bytea, start int) returns bigint
language sql immutable parallel safe as $$
  -- parentheses, because << and | have the same precedence in SQL
  select (get_byte(data, start)::bigint << 56) | (get_byte(data, start + 1)::bigint << 48)
       | (get_byte(data, start + 2)::bigint << 40) | (get_byte(data, start + 3)::bigint << 32)
       | (get_byte(data, start + 4)::bigint << 24) | (get_byte(data, start + 5)::bigint << 16)
       | (get_byte(data, start + 6)::bigint << 8) | get_byte(data, start + 7)::bigint
$$;

-- Returns the double with these bits. Two factors, because power(2, -1074) underflows.
create function sample_block_double(bits bigint) returns float8
language sql immutable parallel safe as $$
  select case when bits < 0 then -1 else 1 end
       * case when (bits >> 52) & 2047 = 0
              then (bits & 4503599627370495)::float8 * power(2::float8, -537) * power(2::float8, -537)
              else ((bits & 4503599627370495) | 4503599627370496)::float8
                   * power(2::float8, ((((bits >> 52) & 2047) - 1075) / 2)::float8)
                   * power(2::float8, ((((bits >> 52) & 2047) - 1075)
                                      - ((((bits >> 52) & 2047) - 1075) / 2))::float8) end
$$;

-- Decodes the values of samples: raw doubles, or decimals as differences.
create function sample_block_values(data bytea, start int, count int, out doubles float8[], out next int)
language plpgsql immutable parallel safe as $$
declare
  scale int;
  steps bigint[];
  v bigint := 0;
begin
  doubles := '{}';
  select r.numbers[1], r.next into scale, next from sample_block_varints(data, start, 1) r;
  if scale = 0 then
    for i in 1..count loop
      doubles := array_append(doubles, sample_block_double(sample_block_int64(data, next)));
      next := next + 8;
    end loop;
  else
    select r.numbers, r.next into steps, next from sample_block_varints(data, next, count) r;
    for i in 1..count loop
      v := v + sample_block_zigzag(steps[i]);
      doubles := array_append(doubles, v / power(10::float8, (scale - 1)::float8));
    end loop;
  end if;
end $$;

-- Decodes strings with a length prefix.
create function sample_block_texts(data bytea, start int, count int, out texts text[], out next int)
language plpgsql immutable parallel safe as $$
declare
  size int;
begin
  texts := '{}';
  next := start;
  for i in 1..count loop
    select r.numbers[1], r.next into size, next from sample_block_varints(data, next, 1) r;
    texts := array_append(texts, convert_from(substring(data from next + 1 for size), 'UTF8'));
    next := next + size;
  end loop;
end $$;

-- Returns the samples of a block.
create function sample_block_rows(data bytea)
returns table (at timestamptz, reading text, end_at timestamptz, value float8, value2 float8,
               offset_s int, context_id int, note text, device_id uuid, data_origin_id int,
               stored_at timestamptz)
language plpgsql immutable parallel safe as $$
declare
  head bigint[];
  pos int;
  n int;
  unit bigint;
  times bigint[];
  steps bigint[];
  doubles float8[];
  ends bigint[];
  offsets bigint[];
  contexts bigint[];
  data_origins bigint[];
  stored bigint[];
  stored_now bigint := 0;
  devices uuid[] := '{}';
  device_indexes bigint[];
  readings text[];
  reading_indexes bigint[];
  has_second bigint[];
  second_values float8[];
  second_index int := 0;
  has_notes bigint;
  size bigint;
begin
  select r.numbers, r.next into head, pos from sample_block_varints(data, 0, 3) r;
  if head[1] <> 1 then
    raise exception 'a sample block has the unknown version %', head[1];
  end if;
  n := head[2];
  unit := case head[3] when 0 then 1 when 1 then 1000 else 1000000 end;
  if n = 0 then
    return;
  end if;
  select r.numbers, r.next into head, pos from sample_block_varints(data, pos, 2) r;
  times := array[sample_block_zigzag(head[1]) * unit];
  if n > 1 then
    if head[2] = 0 then
      select r.numbers, r.next into steps, pos from sample_block_varints(data, pos, n - 1) r;
    else
      select r.numbers, r.next into steps, pos from sample_block_run_lengths(data, pos, n - 1) r;
    end if;
    for i in 1..n - 1 loop
      times := array_append(times, times[i] + steps[i] * unit);
    end loop;
  end if;
  select r.doubles, r.next into doubles, pos from sample_block_values(data, pos, n) r;
  select r.numbers, r.next into ends, pos from sample_block_run_lengths(data, pos, n) r;
  select r.numbers, r.next into offsets, pos from sample_block_run_lengths(data, pos, n) r;
  select r.numbers, r.next into contexts, pos from sample_block_run_lengths(data, pos, n) r;
  select r.numbers, r.next into data_origins, pos from sample_block_run_lengths(data, pos, n) r;
  stored := '{}';
  while cardinality(stored) < n loop
    select r.numbers, r.next into head, pos from sample_block_varints(data, pos, 2) r;
    stored_now := stored_now + sample_block_zigzag(head[2]);
    stored := stored || array_fill(stored_now, array[head[1]::int]);
  end loop;
  select r.numbers, r.next into head, pos from sample_block_varints(data, pos, 1) r;
  for i in 1..head[1] loop
    devices := array_append(devices, encode(substring(data from pos + 1 for 16), 'hex')::uuid);
    pos := pos + 16;
  end loop;
  if cardinality(devices) > 0 then
    select r.numbers, r.next into device_indexes, pos from sample_block_run_lengths(data, pos, n) r;
  end if;
  select r.numbers, r.next into head, pos from sample_block_varints(data, pos, 1) r;
  select r.texts, r.next into readings, pos from sample_block_texts(data, pos, head[1]::int) r;
  if cardinality(readings) > 0 then
    select r.numbers, r.next into reading_indexes, pos from sample_block_run_lengths(data, pos, n) r;
  end if;
  select r.numbers, r.next into head, pos from sample_block_varints(data, pos, 1) r;
  if head[1] = 1 then
    select r.numbers, r.next into has_second, pos from sample_block_run_lengths(data, pos, n) r;
    select r.doubles, r.next into second_values, pos
      from sample_block_values(data, pos, (select count(*)::int from unnest(has_second) s where s = 1)) r;
  end if;
  select r.numbers[1], r.next into has_notes, pos from sample_block_varints(data, pos, 1) r;
  for i in 1..n loop
    at := timestamptz 'epoch' + times[i] * interval '1 microsecond';
    reading := case when cardinality(readings) > 0 and reading_indexes[i] > 0
                    then readings[reading_indexes[i]] else '' end;
    end_at := case when ends[i] > 0
                   then at + sample_block_zigzag(ends[i] - 1) * interval '1 microsecond' end;
    value := doubles[i];
    value2 := null;
    if has_second is not null and has_second[i] = 1 then
      second_index := second_index + 1;
      value2 := second_values[second_index];
    end if;
    offset_s := case when offsets[i] > 0 then sample_block_zigzag(offsets[i] - 1) end;
    context_id := nullif(contexts[i], 0);
    note := null;
    if has_notes = 1 then
      select r.numbers[1], r.next into size, pos from sample_block_varints(data, pos, 1) r;
      if size > 0 then
        note := convert_from(substring(data from pos + 1 for size::int - 1), 'UTF8');
        pos := pos + size::int - 1;
      end if;
    end if;
    device_id := case when cardinality(devices) > 0 and device_indexes[i] > 0 then devices[device_indexes[i]] end;
    data_origin_id := nullif(data_origins[i], 0);
    stored_at := case when stored[i] <> 0
                      then timestamptz 'epoch' + stored[i] * interval '1 second' end;
    return next;
  end loop;
end $$;

-- The samples of all users, for operators. The service itself decodes blocks in Java.
create view sample as
select b.series_id, t.user_id, t.resource, t.provider, t.source_type,
       r.at, r.reading, r.end_at, r.value, r.value2, r.offset_s, r.context_id, c.workout_id, c.sport,
       c.extras, r.note, r.device_id, r.data_origin_id, r.stored_at
  from sample_block b
  join series t on t.id = b.series_id
 cross join lateral sample_block_rows(b.data) r
  left join sample_context c on c.id = r.context_id;

-- Workout streams ---------------------------------------------------------------------------------

-- What sensors recorded during a workout. It has no foreign key to the workout (a summary), because streams may
-- be stored first.
create table workout_stream (
  workout_id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- number of data points
  points int not null check (points > 0),
  -- SHA-256 of the uncompressed content
  hash bytea not null,
  -- zlib; the format is described in WorkoutStreamCodec
  content bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table workout_stream alter column content set storage external;
create index workout_stream_user on workout_stream (user_id);
