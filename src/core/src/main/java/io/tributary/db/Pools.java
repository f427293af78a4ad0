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
 * Makes pools of connections. The server breaks off statements and waits for locks that take too
 * long; a connection on which nothing comes back for twice that is closed from here, for a server
 * that vanished would hold it until the system gives up sending, which takes a quarter of an hour.
 */
final class Pools {
  /** What connections call themselves at the server. */
  static final String APPLICATION = "tributary";

  private static final int PIPELINE = 256;

  /** A cursor waits for its client, whose limit is another one ({@code http.stream_limit}). */
  private static final Duration SLOW_CLIENT = Duration.ofMinutes(20);

  /**
   * By then nothing hangs any more in a pool that is out of use. Closed earlier it would wait for
   * the other end of each connection to close, too, and what waits on one that is dead would do so
   * for ever.
   */
  private static final Duration GONE = SLOW_CLIENT.plusMinutes(1);

  private static final String END_THIS = "select pg_terminate_backend(pg_backend_pid())";

  private final Vertx vertx;
  private final HostSelector servers;
  private final DatabaseConfig settings;
  private final String application;
  private final Function<SqlConnection, Future<Boolean>> right;

  /** The pools that all share. */
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
      Function<SqlConnection, Future<Boolean>> right) {
    this.vertx = vertx;
    this.servers = servers;
    this.settings = settings;
    this.application = application;
    this.right = right;
  }

  /** To the server that takes writes, and to no other. */
  static Pools ofPrimary(Vertx vertx, HostSelector servers, DatabaseConfig settings) {
    return new Pools(vertx, servers, settings, APPLICATION, Pools::takesWrites);
  }

  /**
   * To a server that is only read.
   *
   * @param right whether a new connection leads to the one that is meant
   */
  static Pools ofReplica(
      Vertx vertx,
      HostSelector servers,
      DatabaseConfig settings,
      Function<SqlConnection, Future<Boolean>> right) {
    return new Pools(vertx, servers, settings, APPLICATION + "-replica", right);
  }

  /** Nothing is connected yet. */
  Shared shared() {
    Duration limit = settings.statementTimeout();
    Duration twice = limit.multipliedBy(2);
    return new Shared(
        pool("transactions", settings.poolSize(), to(limit, twice, 1), twice),
        streams("streams"),
        pages(limit, twice),
        reads("reads", settings.readTimeout()));
  }

  /** For reads with a cursor, and those that take their time. */
  Pool streams(String name) {
    int size = Math.max(4, settings.poolSize() / 2);
    return pool(name, size, to(settings.statementTimeout(), SLOW_CLIENT, 1), SLOW_CLIENT);
  }

  /**
   * For statements whose plan does not hang on their arguments. Left to itself the server plans a
   * page of messages anew for each caller, which takes longer than to read it: there are many parts
   * to think about, and of a limit that is an argument it knows nothing beforehand.
   */
  private Pool pages(Duration limit, Duration silence) {
    return pool(
        "pages",
        Math.max(2, settings.poolSize() / 4),
        to(limit, silence, 1, Map.of("plan_cache_mode", "force_generic_plan")),
        silence);
  }

  /** Statements of many callers share a connection, so each waits for those before it. */
  SqlClient reads(String name, Duration limit) {
    Duration silence = limit.multipliedBy(2);
    return PgBuilder.client()
        .with(options(name, Math.max(2, settings.poolSize() / 4), silence))
        .with(net(silence))
        .withConnectHandler(this::admit)
        .connectingTo(to(limit, silence, PIPELINE))
        .using(vertx)
        .build();
  }

  /**
   * One connection that waits for nobody else's statements.
   *
   * @param limit of its statements; zero = none
   */
  Pool own(Duration limit) {
    Duration silence = limit.multipliedBy(2);
    return PgBuilder.pool()
        .with(options("own", 1, silence).setMaxWaitQueueSize(8))
        .with(net(silence))
        .withConnectHandler(this::admit)
        .connectingTo(to(limit, silence, 1))
        .using(vertx)
        .build();
  }

  private Pool pool(
      String name, int size, Supplier<Future<SqlConnectOptions>> to, Duration silence) {
    return PgBuilder.pool()
        .with(options(name, size, silence))
        .with(net(silence))
        .withConnectHandler(this::admit)
        .connectingTo(to)
        .using(vertx)
        .build();
  }

  /** Who is not used for half of it leaves the pool: silence is to tell of a server, not of us. */
  private PoolOptions options(String name, int size, Duration silence) {
    return new PoolOptions()
        .setName(name)
        .setMaxSize(size)
        .setMaxWaitQueueSize(settings.waitQueue())
        .setConnectionTimeout((int) settings.waitLimit().toMillis())
        .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
        .setIdleTimeout((int) silence.toMillis() / 2)
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
        .setPoolCleanerPeriod((int) Math.max(50, Math.min(1000, silence.toMillis() / 8)));
  }

  private NetClientOptions net(Duration silence) {
    return new NetClientOptions()
        .setConnectTimeout((int) settings.waitLimit().toMillis())
        .setTcpKeepAlive(true)
        .setIdleTimeout((int) silence.toMillis())
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  private Supplier<Future<SqlConnectOptions>> to(Duration limit, Duration silence, int pipeline) {
    return to(limit, silence, pipeline, Map.of());
  }

  private Supplier<Future<SqlConnectOptions>> to(
      Duration limit, Duration silence, int pipeline, Map<String, String> more) {
    Map<String, String> properties = new HashMap<>(more);
    properties.putAll(
        Map.of(
            "application_name",
            application,
            "TimeZone",
            "UTC",
            // Steps through an index look dear to the planner; compiling them takes a
            // second where running them takes milliseconds.
            "jit",
            "off",
            "statement_timeout",
            String.valueOf(limit.toMillis()),
            "lock_timeout",
            String.valueOf(limit.isZero() ? 0 : settings.lockTimeout().toMillis()),
            // A node that stands still within a transaction holds rows that others wait for.
            "idle_in_transaction_session_timeout",
            String.valueOf(silence.toMillis())));
    return () ->
        Future.succeededFuture(
            servers
                .now()
                .setProperties(properties)
                .setPipeliningLimit(pipeline)
                .setCachePreparedStatements(true)
                // Of any length. By default none of 2,048 characters or more is kept, and those
                // write events and results of deliveries, and take longest to plan.
                .setPreparedStatementCacheSqlFilter(sql -> true)
                .setPreparedStatementCacheMaxSize(512));
  }

  /**
   * A server that takes no writes is not the one: an address may lead to a standby for a while when
   * one server takes the place of another, and such a connection would never get better.
   */
  private static Future<Boolean> takesWrites(SqlConnection connection) {
    return connection
        .query(DatabaseHealth.MAY_WRITE)
        .execute()
        .map(rows -> rows.iterator().next().getBoolean("may"));
  }

  private void admit(SqlConnection connection) {
    right
        .apply(connection)
        .otherwise(false)
        .onSuccess(
            ok -> {
              if (ok) {
                connection.close();
              } else {
                end(connection);
              }
            });
  }

  /** One statement, awaited by nobody else on its connection. */
  static Future<RowSet<Row>> ask(Pool pool, String sql, Object... args) {
    return pool.getConnection()
        .compose(
            c ->
                c.preparedQuery(sql)
                    .execute(SqlArguments.tuple(args))
                    .onComplete(r -> release(c, r.cause())));
  }

  /**
   * Gives a connection back. One that met a server which takes no writes is ended instead, and
   * leaves its pool when the server has closed it: given back, the next caller would have it until
   * then.
   *
   * @param fault of its work; null without
   */
  static void release(SqlConnection connection, Throwable fault) {
    if (fault != null && SqlErrors.readOnly(fault)) {
      end(connection);
    } else {
      connection.close();
    }
  }

  /** Takes pools out of use: closes them when all that is under way in them has ended. */
  static void retire(Vertx vertx, Supplier<Future<Void>> pools) {
    vertx.setTimer(GONE.toMillis(), id -> pools.get());
  }

  /** The client has no other way to keep a connection out of its pool. */
  static Future<?> end(SqlConnection connection) {
    // That it was ended is no news, which the client would print.
    connection.exceptionHandler(t -> {});
    return connection.query(END_THIS).execute();
  }
}
