package io.tributary.db;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs work whose statements have no timeout, and detects when their session is gone.
 *
 * <p>Without a timeout, the silence of a statement means nothing, and a server that vanished would
 * block the work forever: by default the operating system probes an idle connection only after two
 * hours, and the client cannot change that (Vert.x 5.0). Therefore another connection regularly
 * queries {@code pg_stat_activity} for the session (process ID and start time). If it is gone,
 * because the server restarted or another one has taken over, the statement will never return, and
 * the work fails with a 503.
 */
final class LongRunningSql {
  private static final String SESSION =
      """
      select pid, backend_start from pg_stat_activity where pid = pg_backend_pid()
      """;
  private static final String SESSION_EXISTS =
      """
      select 1 from pg_stat_activity where pid = $1 and backend_start = $2
      """;

  /** Timeout of the first statement, which runs before the monitoring starts. */
  private static final long FIRST_STATEMENT_TIMEOUT_SECONDS = 30;

  private final Vertx vertx;
  private final AsyncReads monitorReads;
  private final Supplier<Pool> poolFactory;
  private final Duration checkInterval;

  /**
   * @param monitorReads connections with timeouts, for the session check
   * @param poolFactory creates pools of one connection without timeouts
   * @param checkInterval interval of the session check
   */
  LongRunningSql(
      Vertx vertx, AsyncReads monitorReads, Supplier<Pool> poolFactory, Duration checkInterval) {
    this.vertx = vertx;
    this.monitorReads = monitorReads;
    this.poolFactory = poolFactory;
    this.checkInterval = checkInterval;
  }

  /** Returns the result of the work; fails with a 503 if its session is gone. */
  <T> T run(Function<SqlConnection, T> work) {
    Pool pool = poolFactory.get();
    Promise<T> done = Promise.promise();
    // A separate thread, because it may stay blocked until the operating system gives up the dead
    // connection.
    Thread.ofVirtual()
        .name("unlimited")
        .start(
            () -> {
              try {
                done.tryComplete(runOn(pool, done, work));
              } catch (Throwable e) {
                done.tryFail(e);
              }
            });
    try {
      return done.future().await();
    } catch (Exception e) {
      // Catches Exception, because await() also rethrows checked network exceptions.
      throw SqlErrors.translate(e);
    } finally {
      // Not awaited, because closing waits for the peer.
      pool.close();
    }
  }

  private <T> T runOn(Pool pool, Promise<T> done, Function<SqlConnection, T> work) {
    SqlConnection connection = pool.getConnection().await();
    try {
      Row session =
          connection
              .query(SESSION)
              .execute()
              .timeout(FIRST_STATEMENT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
              .await()
              .iterator()
              .next();
      long timer =
          vertx.setPeriodic(checkInterval.toMillis(), id -> checkSession(id, session, done));
      try {
        return work.apply(connection);
      } finally {
        vertx.cancelTimer(timer);
      }
    } finally {
      connection.close();
    }
  }

  /**
   * Checks whether the session still exists.
   *
   * <p>A failed check is ignored: an unavailable database is checked again later. Once the result
   * is known the checks stop, although the thread of the work may stay blocked for hours on a dead
   * connection.
   */
  private void checkSession(long timer, Row session, Promise<?> done) {
    if (done.future().isComplete()) {
      vertx.cancelTimer(timer);
      return;
    }
    monitorReads
        .read(SESSION_EXISTS, session.getInteger("pid"), session.getOffsetDateTime("backend_start"))
        .onSuccess(
            rows -> {
              if (rows.size() == 0) {
                vertx.cancelTimer(timer);
                done.tryFail(new IOException("the database server terminated the session"));
              }
            });
  }
}
