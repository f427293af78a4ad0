-- Erasures that find what they look for without reading whole teams again in every portion.

-- Kinds of rows that no index leads to and that were looked through to the end.
alter table erasure add column done text[] not null default '{}';

-- Who may be meant by a result that waits. It holds hashes, no ids.
create index lab_unmatched_result_candidates on lab_unmatched_result using gin (candidates jsonb_path_ops);
