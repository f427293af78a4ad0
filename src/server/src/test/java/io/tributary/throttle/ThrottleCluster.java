package io.tributary.throttle;

import io.tributary.bus.Bus;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.lease.LeaseDirectory;
import io.tributary.lease.LeaseMetrics;
import io.tributary.lease.LeaseVerticle;
import io.tributary.metrics.Metrics;
import io.tributary.testkit.TestClock;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestPostgres;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Throttles of one provider on several members over one real database. Each member has its own
 * Vert.x instance, bus, pool and lease keeper; the clock of the windows is frozen. The starter
 * writes one pull job for each trigger, and the test completes the jobs.
 */
final class ThrottleCluster implements AutoCloseable {
  final String slug;
  final String url;
  final TestClock clock;
  final Connection sql;
  final ServiceConfig config;
  private final UUID team = Ids.uuid();
  private final Map<String, Member> members = new HashMap<>();

  record Member(Vertx vertx, Db db, LeaseDirectory leases) {}

  ThrottleCluster(String slug, String... settings) throws SQLException, ConfigException {
    this.slug = slug;
    url = TestNode.newMigratedDatabase();
    clock = TestClock.frozen(url, Instant.parse("2026-03-01T00:00:00Z"));
    sql = TestPostgres.connect(url);
    Map<String, String> env = new HashMap<>();
    env.put("TRIBUTARY_LEASE_TTL", "1500ms");
    env.put("TRIBUTARY_LEASE_RENEW_INTERVAL", "150ms");
    env.put("TRIBUTARY_LEASE_SAFETY_MARGIN", "300ms");
    env.put("TRIBUTARY_THROTTLE_POLL_INTERVAL", "40ms");
    env.put("TRIBUTARY_DB_POOL_SIZE", "3");
    env.put("TRIBUTARY_DB_CONNECT_TIMEOUT", "10s");
    for (int i = 0; i < settings.length; i += 2) {
      env.put(settings[i], settings[i + 1]);
    }
    config = ConfigLoader.load(Path.of("no-conf"), env);
    UUID org = Ids.uuid();
    run("insert into organisation (id, name) values ('%s', 'o')", org);
    run("insert into team (id, org_id, name) values ('%s', '%s', 't')", team, org);
    run("insert into team_environment (team_id, environment) values ('%s', 'sandbox')", team);
  }

  /** Writes one job for a trigger, as the pull feature does. */
  static boolean startOneJob(Tx tx, UUID connection, UUID trigger) {
    return tx.update(
            """
            insert into pull_job (id, connection_id, user_id, team_id, environment, provider, app_id, feed,
              resources, generation, trigger_id, state, range_start, range_end, trace_id, release)
            select gen_random_uuid(), id, user_id, team_id, environment, provider, app_id, 'f', '{}', generation,
              $2, 'scheduled', now(), now(), '', '' from connection where id = $1
            """,
            connection,
            trigger)
        == 1;
  }

  void start(String name, HistoricalPullStarter starter) {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, url, config.db());
    Bus bus = Bus.create(vertx);
    db.queueNotifier().listen();
    ThrottleMetrics meters = new ThrottleMetrics(new Metrics());
    LeaseDirectory leases = new LeaseDirectory();
    LeaseVerticle.ActorKind kind =
        new LeaseVerticle.ActorKind(
            Set.of(ThrottledProviders.leaseName(slug)),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new ThrottleVerticle(db, bus, config, starter, meters, lease));
    new LeaseVerticle(
            db, config.lease(), name, List.of(kind), leases, new LeaseMetrics(new Metrics()))
        .deploy(vertx)
        .await();
    members.put(name, new Member(vertx, db, leases));
  }

  void start(String name) {
    start(name, ThrottleCluster::startOneJob);
  }

  /** Stops a member as if it were killed. */
  void crash(String name) {
    members.remove(name).vertx().close().await();
  }

  /** The owner of the throttle and its epoch. */
  record Owner(String name, long epoch) {}

  Owner owner() throws SQLException {
    try (var s = sql.createStatement();
        ResultSet r =
            s.executeQuery(
                "select owner, epoch from actor_lease where name = 'throttle:" + slug + "'")) {
      r.next();
      return new Owner(r.getString(1), r.getLong(2));
    }
  }

  /** Creates users with one connection and one queued trigger each, all of one operation. */
  UUID queue(int count, UUID app) throws SQLException {
    UUID op = Ids.uuid();
    run(
        """
        with u as (
          insert into app_user (id, team_id, environment)
          select gen_random_uuid(), '%1$s', 'sandbox' from generate_series(1, %2$d) returning id
        ), c as (
          insert into connection (id, user_id, team_id, environment, provider, status, app_id)
          select gen_random_uuid(), id, '%1$s', 'sandbox', '%3$s', 'connected', '%4$s' from u returning id, user_id
        ), t as (
          insert into pull_trigger (id, provider, app_id, connection_id, state)
          select gen_random_uuid(), '%3$s', '%4$s', id, 'queued' from c returning id, connection_id
        ), o as (
          insert into bulk_op (id, team_id, environment, type, provider, status, total)
          values ('%5$s', '%1$s', 'sandbox', 'link_bulk_historical_trigger', '%3$s', 'in_progress', %2$d) returning id
        )
        insert into bulk_op_entry (op_id, position, user_id, trigger_id, state)
        select o.id, row_number() over (), c.user_id, t.id, 'pending'
          from o, c join t on t.connection_id = c.id
        """,
        team, count, slug, app, op);
    return op;
  }

  /** Returns the times of all grants so far, in order. */
  List<Instant> grants(UUID app) throws SQLException {
    List<Instant> out = new ArrayList<>();
    try (var s = sql.createStatement();
        ResultSet r =
            s.executeQuery(
                "select granted_at from pull_trigger where state = 'granted' and app_id = '"
                    + app
                    + "' order by granted_at")) {
      while (r.next()) {
        out.add(r.getObject(1, OffsetDateTime.class).toInstant());
      }
    }
    return out;
  }

  void run(String statement, Object... args) throws SQLException {
    try (var s = sql.createStatement()) {
      s.execute(args.length == 0 ? statement : statement.formatted(args));
    }
  }

  String text(String query) throws SQLException {
    try (var s = sql.createStatement();
        ResultSet r = s.executeQuery(query)) {
      return r.next() ? r.getString(1) : null;
    }
  }

  long number(String query) throws SQLException {
    return Long.parseLong(text(query));
  }

  long queued() throws SQLException {
    return number("select count(*) from pull_trigger where state = 'queued'");
  }

  @Override
  public void close() throws SQLException {
    for (Member m : members.values()) {
      m.vertx().close().await();
    }
    clock.close();
    sql.close();
  }
}
