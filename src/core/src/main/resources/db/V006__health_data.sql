-- Health data: summaries, samples and workout streams, with their origin.

-- Origins and summaries ---------------------------------------------------------------------------

-- How records were received. A user has few rows; summaries and sample blocks refer to them by number.
create table origin (
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the ingest that wrote the current content. No foreign keys: an origin is deleted only together with its
  -- user
  origin_id int,
  -- the ingest that wrote the first version
  first_origin_id int,
  -- identifies the record at its provider
  provider_key text,
  version int not null default 1
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
create unique index sample_context_once on sample_context (user_id, workout_id, sport, md5(extras)) nulls not distinct;

-- The samples of a series in one time interval, encoded by io.tributary.sampleblock. It has no foreign key to
-- series: checking it on every write would halve the ingest rate. A trigger deletes the blocks of a deleted
-- series; ingest locks the user's row, so no series is deleted meanwhile. The fill factor leaves space for
-- blocks to grow in place. The data is dense, so it isn't compressed, and stays in the row up to half a page.
create table sample_block (
  series_id int not null,
  -- start of the interval, in minutes since 1970
  slot int not null,
  -- number of samples
  n int not null check (n > 0),
  data bytea not null,
  primary key (series_id, slot)
) with (fillfactor = 85, toast_tuple_target = 4080, autovacuum_vacuum_scale_factor = 0.05);
alter table sample_block alter column data set storage external;

-- Deletes the blocks of a deleted series, in place of a foreign key.
create function forget_samples() returns trigger language plpgsql as $$
begin
  delete from sample_block where series_id = old.id;
  return null;
end $$;
create trigger series_forgotten after delete on series
  for each row execute function forget_samples();

-- Reading samples in SQL --------------------------------------------------------------------------

-- Decodes a number of variable-length integers (seven bits per byte) at a position; returns them and the next
-- position. These functions mirror io.tributary.sampleblock.SampleBlockCodec, which describes the format.
create function sample_block_numbers(data bytea, place int, many int, out numbers bigint[], out behind int)
language plpgsql immutable parallel safe as $$
declare
  b int;
  v bigint;
  shift int;
begin
  numbers := '{}';
  behind := place;
  for i in 1..many loop
    v := 0;
    shift := 0;
    loop
      b := get_byte(data, behind);
      behind := behind + 1;
      v := v | ((b & 127)::bigint << shift);
      exit when b < 128;
      shift := shift + 7;
    end loop;
    numbers := array_append(numbers, v);
  end loop;
end $$;

-- Decodes a run-length encoding: pairs of length and number.
create function sample_block_runs(data bytea, place int, many int, out numbers bigint[], out behind int)
language plpgsql immutable parallel safe as $$
declare
  pair bigint[];
begin
  numbers := '{}';
  behind := place;
  while cardinality(numbers) < many loop
    select r.numbers, r.behind into pair, behind from sample_block_numbers(data, behind, 2) r;
    numbers := numbers || array_fill(pair[2], array[pair[1]::int]);
  end loop;
end $$;

-- Decodes a zigzag-encoded integer.
create function sample_block_signed(v bigint) returns bigint
language sql immutable parallel safe as $$
  -- the mask removes the copies of the sign bit that the shift inserts
  select ((v >> 1) & 9223372036854775807) # -(v & 1)
$$;

-- Decodes eight bytes, big-endian.
create function sample_block_fixed(data bytea, place int) returns bigint
language sql immutable parallel safe as $$
  -- parentheses, because << and | have the same precedence in SQL
  select (get_byte(data, place)::bigint << 56) | (get_byte(data, place + 1)::bigint << 48)
       | (get_byte(data, place + 2)::bigint << 40) | (get_byte(data, place + 3)::bigint << 32)
       | (get_byte(data, place + 4)::bigint << 24) | (get_byte(data, place + 5)::bigint << 16)
       | (get_byte(data, place + 6)::bigint << 8) | get_byte(data, place + 7)::bigint
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
create function sample_block_values(data bytea, place int, many int, out figures float8[], out behind int)
language plpgsql immutable parallel safe as $$
declare
  scale int;
  steps bigint[];
  v bigint := 0;
begin
  figures := '{}';
  select r.numbers[1], r.behind into scale, behind from sample_block_numbers(data, place, 1) r;
  if scale = 0 then
    for i in 1..many loop
      figures := array_append(figures, sample_block_double(sample_block_fixed(data, behind)));
      behind := behind + 8;
    end loop;
  else
    select r.numbers, r.behind into steps, behind from sample_block_numbers(data, behind, many) r;
    for i in 1..many loop
      v := v + sample_block_signed(steps[i]);
      figures := array_append(figures, v / power(10::float8, (scale - 1)::float8));
    end loop;
  end if;
end $$;

-- Decodes strings with a length prefix.
create function sample_block_texts(data bytea, place int, many int, out texts text[], out behind int)
language plpgsql immutable parallel safe as $$
declare
  size int;
begin
  texts := '{}';
  behind := place;
  for i in 1..many loop
    select r.numbers[1], r.behind into size, behind from sample_block_numbers(data, behind, 1) r;
    texts := array_append(texts, convert_from(substring(data from behind + 1 for size), 'UTF8'));
    behind := behind + size;
  end loop;
end $$;

-- Returns the samples of a block.
create function sample_block_rows(data bytea)
returns table (at timestamptz, reading text, end_at timestamptz, value float8, value2 float8,
               offset_s int, context_id int, note text, device_id uuid, origin_id int,
               stored_at timestamptz)
language plpgsql immutable parallel safe as $$
declare
  head bigint[];
  p int;
  n int;
  unit bigint;
  times bigint[];
  steps bigint[];
  figures float8[];
  ends bigint[];
  offsets bigint[];
  contexts bigint[];
  origins bigint[];
  stored bigint[];
  stored_now bigint := 0;
  ids uuid[] := '{}';
  id_places bigint[];
  words text[];
  word_places bigint[];
  seconds bigint[];
  second_figures float8[];
  second_at int := 0;
  noted bigint;
  size bigint;
begin
  select r.numbers, r.behind into head, p from sample_block_numbers(data, 0, 3) r;
  if head[1] <> 1 then
    raise exception 'a sample block has the unknown version %', head[1];
  end if;
  n := head[2];
  unit := case head[3] when 0 then 1 when 1 then 1000 else 1000000 end;
  if n = 0 then
    return;
  end if;
  select r.numbers, r.behind into head, p from sample_block_numbers(data, p, 2) r;
  times := array[sample_block_signed(head[1]) * unit];
  if n > 1 then
    if head[2] = 0 then
      select r.numbers, r.behind into steps, p from sample_block_numbers(data, p, n - 1) r;
    else
      select r.numbers, r.behind into steps, p from sample_block_runs(data, p, n - 1) r;
    end if;
    for i in 1..n - 1 loop
      times := array_append(times, times[i] + steps[i] * unit);
    end loop;
  end if;
  select r.figures, r.behind into figures, p from sample_block_values(data, p, n) r;
  select r.numbers, r.behind into ends, p from sample_block_runs(data, p, n) r;
  select r.numbers, r.behind into offsets, p from sample_block_runs(data, p, n) r;
  select r.numbers, r.behind into contexts, p from sample_block_runs(data, p, n) r;
  select r.numbers, r.behind into origins, p from sample_block_runs(data, p, n) r;
  stored := '{}';
  while cardinality(stored) < n loop
    select r.numbers, r.behind into head, p from sample_block_numbers(data, p, 2) r;
    stored_now := stored_now + sample_block_signed(head[2]);
    stored := stored || array_fill(stored_now, array[head[1]::int]);
  end loop;
  select r.numbers, r.behind into head, p from sample_block_numbers(data, p, 1) r;
  for i in 1..head[1] loop
    ids := array_append(ids, encode(substring(data from p + 1 for 16), 'hex')::uuid);
    p := p + 16;
  end loop;
  if cardinality(ids) > 0 then
    select r.numbers, r.behind into id_places, p from sample_block_runs(data, p, n) r;
  end if;
  select r.numbers, r.behind into head, p from sample_block_numbers(data, p, 1) r;
  select r.texts, r.behind into words, p from sample_block_texts(data, p, head[1]::int) r;
  if cardinality(words) > 0 then
    select r.numbers, r.behind into word_places, p from sample_block_runs(data, p, n) r;
  end if;
  select r.numbers, r.behind into head, p from sample_block_numbers(data, p, 1) r;
  if head[1] = 1 then
    select r.numbers, r.behind into seconds, p from sample_block_runs(data, p, n) r;
    select r.figures, r.behind into second_figures, p
      from sample_block_values(data, p, (select count(*)::int from unnest(seconds) s where s = 1)) r;
  end if;
  select r.numbers[1], r.behind into noted, p from sample_block_numbers(data, p, 1) r;
  for i in 1..n loop
    at := timestamptz 'epoch' + times[i] * interval '1 microsecond';
    reading := case when cardinality(words) > 0 and word_places[i] > 0
                    then words[word_places[i]] else '' end;
    end_at := case when ends[i] > 0
                   then at + sample_block_signed(ends[i] - 1) * interval '1 microsecond' end;
    value := figures[i];
    value2 := null;
    if seconds is not null and seconds[i] = 1 then
      second_at := second_at + 1;
      value2 := second_figures[second_at];
    end if;
    offset_s := case when offsets[i] > 0 then sample_block_signed(offsets[i] - 1) end;
    context_id := nullif(contexts[i], 0);
    note := null;
    if noted = 1 then
      select r.numbers[1], r.behind into size, p from sample_block_numbers(data, p, 1) r;
      if size > 0 then
        note := convert_from(substring(data from p + 1 for size::int - 1), 'UTF8');
        p := p + size::int - 1;
      end if;
    end if;
    device_id := case when cardinality(ids) > 0 and id_places[i] > 0 then ids[id_places[i]] end;
    origin_id := nullif(origins[i], 0);
    stored_at := case when stored[i] <> 0
                      then timestamptz 'epoch' + stored[i] * interval '1 second' end;
    return next;
  end loop;
end $$;

-- The samples of all users, for operators. The service itself decodes blocks in Java.
create view sample as
select b.series_id, t.user_id, t.resource, t.provider, t.source_type,
       r.at, r.reading, r.end_at, r.value, r.value2, r.offset_s, r.context_id, c.workout_id, c.sport,
       c.extras, r.note, r.device_id, r.origin_id, r.stored_at
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
