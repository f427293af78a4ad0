-- Reads each table once; who writes does not wait meanwhile.
alter table message validate constraint first_part;
alter table delivery validate constraint first_part;
alter table delivery_attempt validate constraint first_part;
