package io.tributary.job;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.db.Db;
import io.tributary.testkit.TestPostgres;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JobRunnerTest {
  /**
   * {@code await} throws this checked exception when a connection is refused, although no signature
   * declares it.
   */
  @Test
  void aClaimThatEndsInACheckedFaultIsTriedAgain() throws Exception {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, TestPostgres.newDatabase(), Defaults.config().db());
    try {
      AtomicInteger claims = new AtomicInteger();
      CountDownLatch ran = new CountDownLatch(1);
      JobRunner<String> loop =
          new JobRunner<>(
              vertx,
              db,
              "a-queue",
              1,
              Duration.ofMillis(10),
              free -> {
                if (claims.incrementAndGet() == 1) {
                  Future.failedFuture(new ConnectException("refused")).await();
                }
                return List.of("job");
              },
              job -> ran.countDown());
      loop.start();
      assertTrue(ran.await(60, TimeUnit.SECONDS));
      loop.stop().await();
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }
}
