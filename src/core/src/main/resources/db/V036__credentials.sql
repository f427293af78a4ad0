-- What of an application's details is secret: verification words, signing secrets.
alter table provider_app add column details_encrypted bytea;
create index connection_app on connection (app_id);
