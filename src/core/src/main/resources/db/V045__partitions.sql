-- Messages, their deliveries and attempts become parts by time, in three steps (ADR 0131). Here: all that is there,
-- and what comes in the next weeks, is the first part; its end is an id of a message, which begins with its time. The
-- end is far enough that nobody reaches it before the last step, should the first ones alone have been taken.
do $$
declare
  digits text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  stamp bigint := (extract(epoch from now()) * 1000)::bigint << 12;
  newest text := (
    select max(id) from (
      (select max(id) from message) union all (select max(message_id) from delivery)
       union all (select max(message_id) from delivery_attempt)) all_of_them (id));
  known bigint := 0;
  day bigint := 86400000::bigint << 12;
  ending text := '';
begin
  -- Of a node whose clock was ahead.
  for i in 5..15 loop
    known := known * 62 + greatest(strpos(digits, substr(newest, i, 1)) - 1, 0);
  end loop;
  stamp := (greatest(stamp, known) / day + 22) * day;
  for i in 1..11 loop
    ending := substr(digits, (stamp % 62)::int + 1, 1) || ending;
    stamp := stamp / 62;
  end loop;
  ending := 'msg_' || ending;
  -- Not looked at yet, so that the lock is short.
  execute format('alter table message add constraint first_part check (id < %L) not valid', ending);
  execute format('alter table delivery add constraint first_part check (message_id < %L) not valid', ending);
  execute format('alter table delivery_attempt add constraint first_part check (message_id < %L) not valid', ending);
end $$;
