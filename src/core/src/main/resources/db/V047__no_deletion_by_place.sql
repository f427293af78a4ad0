-- A place in a file (ctid) names one row in each part, so who deletes messages, deliveries or attempts by it takes other
-- users' rows along (ADR 0131). The version before parts does so, and may run beside or be put back; somebody may at a
-- prompt. As long as a single part holds rows nothing else is meant, and it may go on.
create function refuse_deletion_by_place() returns trigger language plpgsql as $$
declare
  part regclass;
  has_rows boolean;
  filled int := 0;
begin
  for part in select inhrelid from pg_inherits where inhparent = tg_relid loop
    execute format('select exists (select from %s)', part) into has_rows;
    filled := filled + has_rows::int;
  end loop;
  if filled > 1 then
    raise exception 'rows of % are not deleted by ctid: it names a row in each part, of other users too', tg_table_name
      using errcode = '55000',
            hint = 'Delete by key. A program that does this is older than the database: put the newer one back.';
  end if;
  return null;
end $$;

-- What the client sent says it, also for statements that it prepared. Statements about one part alone are not asked.
create trigger message_by_place before delete on message
  for each statement when (current_query() ~* '\mctid\M') execute function refuse_deletion_by_place();
create trigger delivery_by_place before delete on delivery
  for each statement when (current_query() ~* '\mctid\M') execute function refuse_deletion_by_place();
create trigger delivery_attempt_by_place before delete on delivery_attempt
  for each statement when (current_query() ~* '\mctid\M') execute function refuse_deletion_by_place();
