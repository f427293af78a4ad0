-- A number of the sandbox means nothing in production, and the other way round.
alter table lab_order drop constraint lab_order_lab_id_sample_id_key;
alter table lab_order add constraint lab_order_sample unique (lab_id, environment, sample_id);
-- A link belongs to one environment.
drop index lab_message_sample;
create unique index lab_message_sample on lab_message (link, lab_id, sample_id)
  where direction = 'out' and kind = 'order';

-- Which tests of a message an order has, counted from 0 over all patients: another part of the same message is no
-- repetition. Null: all that was said of this order, noted before they were counted.
alter table lab_result_message add column places integer[];
-- The same of what waits for a person.
alter table lab_unmatched_result add column places integer[];

-- What no order takes along when it is erased: cleared in its time.
create index lab_message_loose on lab_message (ended_at)
  where direction = 'in' and order_id is null and state in ('done', 'unmatched') and body <> '';
create index lab_unmatched_result_decided on lab_unmatched_result (reviewed_at)
  where status = 'resolved' and resolved_user_id is null;
