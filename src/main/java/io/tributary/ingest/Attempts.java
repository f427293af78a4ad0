package io.tributary.ingest;

import io.tributary.db.Tx;
import io.tributary.model.Resource;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What introspection shows of each resource of a connection. */
final class Attempts {
  private static final String NOTE =
      """
      insert into resource_attempt as a (user_id, provider, resource, last_attempt_at,
                                         last_attempt_status, oldest_data, newest_data, sent_count)
      select $1, $2, u.resource, now(), $3, u.oldest, u.newest, u.sent
        from unnest($4::text[], $5::timestamptz[], $6::timestamptz[], $7::bigint[])
          as u(resource, oldest, newest, sent)
      on conflict (user_id, provider, resource) do update
        set last_attempt_at = excluded.last_attempt_at,
            last_attempt_status = excluded.last_attempt_status,
            oldest_data = least(a.oldest_data, excluded.oldest_data),
            newest_data = greatest(a.newest_data, excluded.newest_data),
            sent_count = a.sent_count + excluded.sent_count
      """;

  private Attempts() {}

  /** Notes the data of a stored batch; {@code announced}: created objects went out in events. */
  static void stored(Tx tx, UUID user, String provider, Tally tally, boolean announced) {
    List<Resource> resources = sorted(tally.resources());
    note(
        tx,
        user,
        provider,
        true,
        resources,
        resources.stream().map(tally::oldest).toArray(Instant[]::new),
        resources.stream().map(tally::newest).toArray(Instant[]::new),
        resources.stream().map(r -> announced ? (long) tally.created(r) : 0L).toArray(Long[]::new));
  }

  /** Notes an attempt that brought no data. */
  static void tried(Tx tx, UUID user, String provider, Set<Resource> tried, boolean success) {
    List<Resource> resources = sorted(tried);
    Long[] none = new Long[resources.size()];
    java.util.Arrays.fill(none, 0L);
    note(
        tx,
        user,
        provider,
        success,
        resources,
        new Instant[resources.size()],
        new Instant[resources.size()],
        none);
  }

  private static void note(
      Tx tx,
      UUID user,
      String provider,
      boolean success,
      List<Resource> resources,
      Instant[] oldest,
      Instant[] newest,
      Long[] sent) {
    if (!resources.isEmpty()) {
      tx.query(
          NOTE,
          user,
          provider,
          success ? "success" : "failure",
          resources.stream().map(Resource::wire).toArray(String[]::new),
          oldest,
          newest,
          sent);
    }
  }

  /** One order for all, so that two batches of a user never wait for each other. */
  private static List<Resource> sorted(Set<Resource> resources) {
    return resources.stream().sorted(Comparator.comparing(Resource::wire)).toList();
  }
}
