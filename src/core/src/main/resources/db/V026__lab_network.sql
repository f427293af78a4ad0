-- The laboratory whose rules this one goes by, such as who takes notes and draws again; null = its own slug.
alter table lab add column network text;
