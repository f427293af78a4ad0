-- The key that attempts have as parts, before the step that lays them so: built there, it would hold messages and
-- deliveries up for as long as it takes. Here only who writes attempts waits. Where that step was taken before this one
-- was known, the key is there.
do $$
begin
  if (select relkind from pg_class where oid = 'delivery_attempt'::regclass) = 'r' then
    create unique index delivery_attempt_key on delivery_attempt (endpoint_id, message_id, id);
  end if;
end $$;
