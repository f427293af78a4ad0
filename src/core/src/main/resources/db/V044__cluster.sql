-- Which installation this database is of, so that nodes of two of them are never one cluster.
create table installation (
  only_one boolean primary key default true check (only_one),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;
