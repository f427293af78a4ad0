package io.tributary.db;

import io.tributary.config.DatabaseConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Creates the connection pools and sets their timeouts.
 *
 * <p>The server enforces the statement and lock timeouts. In addition, a connection on which no
 * response arrives for twice the statement timeout is closed by this node. Otherwise a server that
 * vanished would hold it until TCP retransmission gives up, which takes a quarter of an hour.
 *
 * <p>Each new connection is checked: a pool of the primary accepts only a server that accepts
 * writes.
 */
final class Pools {
  /** The application_name of connections. */
  static final String APPLICATION = "tributary";

  private static final int PIPELINE = 256;

  /**
   * Idle timeout of cursor reads, which wait for their client; that wait has its own limit ({@code
   * http.stream_timeout}).
   */
  private static final Duration CURSOR_IDLE_TIMEOUT = Duration.ofMinutes(20);

  /**
   * Delay before a retired pool is closed, so that no statement hangs in it any more. Closing
   * earlier would wait for the peer of each connection, and callers on a dead connection would wait
   * forever.
   */
  private static final Duration RETIRE_DELAY = CURSOR_IDLE_TIMEOUT.plusMinutes(1);

  private static final String TERMINATE_SESSION = "select pg_terminate_backend(pg_backend_pid())";

  private final Vertx vertx;
  private final HostSelector servers;
  private final DatabaseConfig settings;
  private final String application;
  private final Function<SqlConnection, Future<Boolean>> serverCheck;

  /** Pools that all callers share. */
  record Shared(Pool transactions, Pool streams, Pool pages, SqlClient reads) {
    Future<Void> close() {
      return Future.join(reads.close(), transactions.close(), streams.close(), pages.close())
          .mapEmpty();
    }
  }

  private Pools(
      Vertx vertx,
      HostSelector servers,
      DatabaseConfig settings,
      String application,
      Function<SqlConnection, Future<Boolean>> serverCheck) {
    this.vertx = vertx;
    this.servers = servers;
    this.settings = settings;
    this.application = application;
    this.serverCheck = serverCheck;
  }

  /** Creates pools that connect only to a server that accepts writes. */
  static Pools forPrimary(Vertx vertx, HostSelector servers, DatabaseConfig settings) {
    return new Pools(vertx, servers, settings, APPLICATION, Pools::takesWrites);
  }

  /**
   * Creates pools for a read-only server.
   *
   * @param serverCheck checks whether a new connection leads to the intended server
   */
  static Pools forReplica(
      Vertx vertx,
      HostSelector servers,
      DatabaseConfig settings,
      Function<SqlConnection, Future<Boolean>> serverCheck) {
    return new Pools(vertx, servers, settings, APPLICATION + "-replica", serverCheck);
  }

  /** Creates the shared pools without connecting yet. */
  Shared shared() {
    Duration limit = settings.statementTimeout();
    Duration twice = limit.multipliedBy(2);
    return new Shared(
        pool("transactions", settings.poolSize(), connectOptions(limit, twice, 1), twice),
        streams("streams"),
        pages(limit, twice),
        reads("reads", settings.readTimeout()));
  }

  /** Creates a pool for cursor reads and slow reads. */
  Pool streams(String name) {
    int size = Math.max(4, settings.poolSize() / 2);
    return pool(
        name,
        size,
        connectOptions(settings.statementTimeout(), CURSOR_IDLE_TIMEOUT, 1),
        CURSOR_IDLE_TIMEOUT);
  }

  /**
   * Creates the pool for statements that use a generic plan.
   *
   * <p>By default the server replans a page of messages for each call, which takes longer than
   * reading it: the table has many partitions, and the planner does not know a limit that is a
   * parameter.
   */
  private Pool pages(Duration limit, Duration silence) {
    return pool(
        "pages",
        Math.max(2, settings.poolSize() / 4),
        connectOptions(limit, silence, 1, Map.of("plan_cache_mode", "force_generic_plan")),
        silence);
  }

  /**
   * Creates the pipelined client: statements of many callers share a connection, and each waits for
   * those before it.
   */
  SqlClient reads(String name, Duration limit) {
    Duration silence = limit.multipliedBy(2);
    return PgBuilder.client()
        .with(options(name, Math.max(2, settings.poolSize() / 4), silence))
        .with(netOptions(silence))
        .withConnectHandler(this::admit)
        .connectingTo(connectOptions(limit, silence, PIPELINE))
        .using(vertx)
        .build();
  }

  /**
   * Creates a pool of one dedicated connection.
   *
   * @param limit statement timeout; zero = none
   */
  Pool dedicated(Duration limit) {
    Duration silence = limit.multipliedBy(2);
    return PgBuilder.pool()
        .with(options("own", 1, silence).setMaxWaitQueueSize(8))
        .with(netOptions(silence))
        .withConnectHandler(this::admit)
        .connectingTo(connectOptions(limit, silence, 1))
        .using(vertx)
        .build();
  }

  private Pool pool(
      String name, int size, Supplier<Future<SqlConnectOptions>> to, Duration silence) {
    return PgBuilder.pool()
        .with(options(name, size, silence))
        .with(netOptions(silence))
        .withConnectHandler(this::admit)
        .connectingTo(to)
        .using(vertx)
        .build();
  }

  /**
   * Returns the pool options. A connection that is unused for half of the silence limit leaves the
   * pool, so that a silence always means a server that does not respond.
   */
  private PoolOptions options(String name, int size, Duration silence) {
    return new PoolOptions()
        .setName(name)
        .setMaxSize(size)
        .setMaxWaitQueueSize(settings.maxWaiters())
        .setConnectionTimeout((int) settings.acquireTimeout().toMillis())
        .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
        .setIdleTimeout((int) silence.toMillis() / 2)
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
        .setPoolCleanerPeriod((int) Math.max(50, Math.min(1000, silence.toMillis() / 8)));
  }

  private NetClientOptions netOptions(Duration silence) {
    return new NetClientOptions()
        .setConnectTimeout((int) settings.acquireTimeout().toMillis())
        .setTcpKeepAlive(true)
        .setIdleTimeout((int) silence.toMillis())
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  private Supplier<Future<SqlConnectOptions>> connectOptions(
      Duration limit, Duration silence, int pipeline) {
    return connectOptions(limit, silence, pipeline, Map.of());
  }

  private Supplier<Future<SqlConnectOptions>> connectOptions(
      Duration limit, Duration silence, int pipeline, Map<String, String> more) {
    Map<String, String> properties = new HashMap<>(more);
    properties.putAll(
        Map.of(
            "application_name",
            application,
            "TimeZone",
            "UTC",
            // The planner overestimates index scans, and JIT compilation would take a second for
            // queries that run for milliseconds.
            "jit",
            "off",
            "statement_timeout",
            String.valueOf(limit.toMillis()),
            "lock_timeout",
            String.valueOf(limit.isZero() ? 0 : settings.lockTimeout().toMillis()),
            // A node that stalls within a transaction holds row locks that others wait for.
            "idle_in_transaction_session_timeout",
            String.valueOf(silence.toMillis())));
    return () ->
        Future.succeededFuture(
            servers
                .current()
                .setProperties(properties)
                .setPipeliningLimit(pipeline)
                .setCachePreparedStatements(true)
                // Caches statements of any length. The default excludes those of 2,048 characters
                // and more, which write events and delivery results and take longest to plan.
                .setPreparedStatementCacheSqlFilter(sql -> true)
                .setPreparedStatementCacheMaxSize(512));
  }

  /**
   * Checks that the server accepts writes. During a failover an address may lead to a standby for a
   * while, and such a connection would never become writable.
   */
  private static Future<Boolean> takesWrites(SqlConnection connection) {
    return connection
        .query(DatabaseHealth.IS_WRITABLE)
        .execute()
        .map(rows -> rows.iterator().next().getBoolean("may"));
  }

  private void admit(SqlConnection connection) {
    serverCheck
        .apply(connection)
        .otherwise(false)
        .onSuccess(
            ok -> {
              if (ok) {
                connection.close();
              } else {
                terminate(connection);
              }
            });
  }

  /** Runs one statement on a pooled connection that is exclusive meanwhile. */
  static Future<RowSet<Row>> execute(Pool pool, String sql, Object... args) {
    return pool.getConnection()
        .compose(
            c ->
                c.preparedQuery(sql)
                    .execute(SqlArguments.tuple(args))
                    .onComplete(r -> release(c, r.cause())));
  }

  /**
   * Returns a connection to its pool. A connection to a read-only server is terminated instead,
   * because otherwise the next borrower would get it; the pool removes it when the server has
   * closed it.
   *
   * @param fault failure of the work; null on success
   */
  static void release(SqlConnection connection, Throwable fault) {
    if (fault != null && SqlErrors.isReadOnly(fault)) {
      terminate(connection);
    } else {
      connection.close();
    }
  }

  /** Retires pools: closes them after all work in them has ended. */
  static void retire(Vertx vertx, Supplier<Future<Void>> pools) {
    vertx.setTimer(RETIRE_DELAY.toMillis(), id -> pools.get());
  }

  /**
   * Terminates the session on the server; the client has no other means to remove a connection from
   * its pool.
   */
  static Future<?> terminate(SqlConnection connection) {
    // The termination is expected; without a handler the client would log it.
    connection.exceptionHandler(t -> {});
    return connection.query(TERMINATE_SESSION).execute();
  }
}
