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
 * Work whose statements may take as long as they need. Their silence tells nothing, so a server
 * that vanished without a word would hold the work for ever: the system asks a silent end after two
 * hours by default, and the client cannot set that (Vert.x 5.0). Instead another connection asks
 * the server whether it still has the session. One that it has not, as it was started anew or
 * another server is there now, will never answer.
 */
final class LongRunningSql {
  private static final String SESSION =
      """
      select pid, backend_start from pg_stat_activity where pid = pg_backend_pid()
      """;
  private static final String KNOWN =
      """
      select 1 from pg_stat_activity where pid = $1 and backend_start = $2
      """;

  /** For the first statement, which nobody looks after yet. */
  private static final long BEGIN_SECONDS = 30;

  private final Vertx vertx;
  private final AsyncReads others;
  private final Supplier<Pool> maker;
  private final Duration every;

  /**
   * @param others connections that do have limits
   * @param maker of pools of one connection without
   * @param every pace of asking
   */
  LongRunningSql(Vertx vertx, AsyncReads others, Supplier<Pool> maker, Duration every) {
    this.vertx = vertx;
    this.others = others;
    this.maker = maker;
    this.every = every;
  }

  /** The work's own outcome, or 503 when its session is gone. */
  <T> T run(Function<SqlConnection, T> work) {
    Pool pool = maker.get();
    Promise<T> done = Promise.promise();
    // A thread of its own: it waits until the system gives up a connection whose session is gone.
    Thread.ofVirtual()
        .name("unlimited")
        .start(
            () -> {
              try {
                done.tryComplete(on(pool, done, work));
              } catch (Throwable e) {
                done.tryFail(e);
              }
            });
    try {
      return done.future().await();
    } catch (Exception e) {
      // Of any kind: await passes checked faults of the network through.
      throw SqlErrors.translated(e);
    } finally {
      // Not awaited: it waits for the other end.
      pool.close();
    }
  }

  private <T> T on(Pool pool, Promise<T> done, Function<SqlConnection, T> work) {
    SqlConnection connection = pool.getConnection().await();
    try {
      Row session =
          connection
              .query(SESSION)
              .execute()
              .timeout(BEGIN_SECONDS, TimeUnit.SECONDS)
              .await()
              .iterator()
              .next();
      long timer = vertx.setPeriodic(every.toMillis(), id -> look(id, session, done));
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
   * No answer tells nothing: a database that is away is looked at again. Whose work has its outcome
   * needs no look, though its thread may wait for hours at an end that is gone.
   */
  private void look(long timer, Row session, Promise<?> done) {
    if (done.future().isComplete()) {
      vertx.cancelTimer(timer);
      return;
    }
    others
        .read(KNOWN, session.getInteger("pid"), session.getOffsetDateTime("backend_start"))
        .onSuccess(
            rows -> {
              if (rows.size() == 0) {
                vertx.cancelTimer(timer);
                done.tryFail(new IOException("the server has ended this session"));
              }
            });
  }
}
