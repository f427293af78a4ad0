-- Of a parked message: whether the laboratory refused all of it, so that nothing of it is there. What is parked for
-- another reason may have arrived, and has to be taken back like what was accepted.
alter table lab_message add column refused boolean not null default false;
-- How often a fault of ours kept an answer from being written down.
alter table lab_message add column faults integer not null default 0;
update lab_message set refused = true
 where direction = 'out' and state = 'parked' and ack_code in ('AE', 'CE', 'AR', 'CR');
-- Orders that could not be written for their laboratory and wait for somebody.
create index lab_order_dispatch_parked on lab_order_dispatch (order_id) where state = 'parked';
