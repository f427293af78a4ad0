-- Finished pulls by their end, for retention. A file of its own: no other table is locked while it is built.
create index pull_job_ended on pull_job (ended_at) where ended_at is not null;
