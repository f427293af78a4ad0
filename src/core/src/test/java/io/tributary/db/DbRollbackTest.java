package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.core.ServiceException;
import io.tributary.testkit.TestPostgres;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A transaction that fails, and a concurrent write on the event loop of its connection.
 *
 * <p>The pool decides which event loops the connection and the transaction get. The test therefore
 * uses as few loops as possible and covers each combination.
 */
class DbRollbackTest {
  private static final int LONG_MILLIS = 300;
  private static final int ROUNDS = 4;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
  private Db db;

  @BeforeEach
  void open() {
    db =
        Db.open(
            vertx,
            TestPostgres.newDatabase(),
            Defaults.config().db().withLimits(2, Duration.ofSeconds(30), Duration.ofSeconds(30)));
    db.query("create table note (text text)");
  }

  @AfterEach
  void close() {
    db.close().await();
    vertx.close().await();
  }

  @Test
  void aWriteOfAnEventLoopNeverFallsIntoATransactionThatIsRolledBack() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    Thread.startVirtualThread(
        () ->
            db.tx(
                tx -> {
                  held.countDown();
                  await(over);
                  return null;
                }));
    await(held);
    List<Context> loops = List.of(newContext(), newContext());
    List<String> kept = new ArrayList<>();
    for (Context loop : loops) {
      // Each transaction gets the next event loop.
      for (int turn = 0; turn < ROUNDS; turn++) {
        String text = "kept " + kept.size();
        writeBesideARollback(loop, text);
        kept.add(text);
      }
    }
    over.countDown();
    List<String> there = new ArrayList<>();
    db.query("select text from note order by text").forEach(r -> there.add(r.getString("text")));
    assertEquals(kept, there);
  }

  /** Returns the context of a new verticle; two verticles use two event loops. */
  private Context newContext() {
    Promise<Context> out = Promise.promise();
    vertx
        .deployVerticle(
            new VerticleBase() {
              @Override
              public Future<?> start() {
                out.complete(context);
                return Future.succeededFuture();
              }
            })
        .await();
    return out.future().await();
  }

  private void writeBesideARollback(Context loop, String text) throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch loopBusy = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Thread.startVirtualThread(
        () -> {
          assertThrows(
              ServiceException.class,
              () ->
                  db.tx(
                      tx -> {
                        tx.update("insert into note values ('given up')");
                        working.countDown();
                        await(loopBusy);
                        throw ServiceException.conflict("given up");
                      }));
          ended.countDown();
        });
    await(working);
    Promise<RowSet<Row>> written = Promise.promise();
    loop.runOnContext(
        v -> {
          loopBusy.countDown();
          // Time for the other thread to return its connection if it does not wait for this one.
          try {
            ended.await(LONG_MILLIS, TimeUnit.MILLISECONDS);
            Thread.sleep(LONG_MILLIS / 10);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          db.write("insert into note values ($1)", text).onComplete(written);
        });
    assertEquals(1, written.future().await(20, TimeUnit.SECONDS).rowCount());
    await(ended);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
