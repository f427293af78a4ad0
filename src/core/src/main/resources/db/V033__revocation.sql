-- Some providers end a grant by their own id of the user.
alter table deregistration add column external_user_id text;
