package io.tributary.lease;

import io.tributary.db.Db;
import io.tributary.db.DedicatedConnection;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Rows of actor_lease. Expiry is judged by PostgreSQL's clock only. */
final class LeaseStore {
  /**
   * Statement timeout. Leases are renewed every two seconds, so a hanging statement must not block
   * renewal for long.
   */
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(5);

  private static final String TAKE =
      """
      insert into actor_lease as l (name, owner, epoch, expires_at)
      select n, $2, 1, now() + $3::bigint * interval '1 millisecond' from unnest($1::text[]) as u(n)
      on conflict (name) do update
         set owner = excluded.owner, epoch = l.epoch + 1, expires_at = excluded.expires_at
       where l.expires_at < now() or l.owner = excluded.owner
      returning name, epoch
      """;

  private static final String RENEW =
      """
      update actor_lease as l set expires_at = now() + $4::bigint * interval '1 millisecond'
        from unnest($1::text[], $2::bigint[]) as h(name, epoch)
       where l.name = h.name and l.epoch = h.epoch and l.owner = $3 and l.expires_at >= now()
      returning l.name, l.epoch
      """;

  private static final String RELEASE =
      """
      update actor_lease as l set expires_at = now() - interval '1 millisecond'
        from unnest($1::text[], $2::bigint[]) as h(name, epoch)
       where l.name = h.name and l.epoch = h.epoch and l.owner = $3
      """;

  private static final String LIVE =
      "select name, owner, epoch from actor_lease where expires_at >= now()";

  /** Lease row that has not expired. */
  record LeaseRow(String name, String owner, long epoch) {}

  private final DedicatedConnection connection;
  private final String owner;

  LeaseStore(Db db, String owner) {
    this.connection = db.dedicatedConnection(STATEMENT_TIMEOUT);
    this.owner = owner;
  }

  /**
   * Takes those leases that are free, expired, or left over from an earlier process of this owner.
   */
  List<Lease> take(Collection<String> names, Duration ttl) {
    return leases(connection.query(TAKE, names.toArray(new String[0]), owner, ttl.toMillis()));
  }

  /**
   * Renews the leases that this owner still holds.
   *
   * @return the renewed leases
   */
  List<Lease> renew(Collection<Lease> held, Duration ttl) {
    return leases(connection.query(RENEW, names(held), epochs(held), owner, ttl.toMillis()));
  }

  void release(Collection<Lease> held) {
    connection.query(RELEASE, names(held), epochs(held), owner);
  }

  List<LeaseRow> liveRows() {
    return RowMapping.list(
        connection.query(LIVE),
        r -> new LeaseRow(r.getString("name"), r.getString("owner"), r.getLong("epoch")));
  }

  Future<Void> close() {
    return connection.close();
  }

  private static List<Lease> leases(io.vertx.sqlclient.RowSet<Row> rows) {
    return RowMapping.list(rows, r -> new Lease(r.getString("name"), r.getLong("epoch")));
  }

  private static String[] names(Collection<Lease> held) {
    return held.stream().map(Lease::name).toArray(String[]::new);
  }

  private static Long[] epochs(Collection<Lease> held) {
    return held.stream().map(Lease::epoch).toArray(Long[]::new);
  }
}
