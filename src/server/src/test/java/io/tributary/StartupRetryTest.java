package io.tributary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.hazelcast.config.InvalidConfigurationException;
import com.hazelcast.core.OperationTimeoutException;
import io.tributary.cluster.Cluster;
import io.tributary.core.ServiceException;
import io.tributary.db.SqlErrors;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class StartupRetryTest {
  private static final ServiceException DATABASE_UNAVAILABLE =
      ServiceException.unavailable("away", Duration.ofSeconds(1));
  private final List<Duration> pauses = new ArrayList<>();
  private int attempts;

  private StartupRetry startupRetry(Duration limit) {
    return new StartupRetry(
        limit, f -> SqlErrors.isTransientAtStart(f) || Cluster.isTransient(f), pauses::add);
  }

  /** Returns a task that throws these exceptions one after another and then succeeds. */
  private Callable<String> failing(Exception... faults) {
    return () -> {
      if (attempts < faults.length) {
        throw faults[attempts++];
      }
      attempts++;
      return "started";
    };
  }

  @Test
  void whatPassesIsWaitedForAndTheStartBegunAnew() throws Exception {
    Exception member = new IllegalStateException(new OperationTimeoutException("a member"));
    Exception told = new PgException("starting up", "FATAL", "57P03", "");
    assertEquals(
        "started",
        startupRetry(Duration.ofHours(1))
            .run(failing(DATABASE_UNAVAILABLE, member, told, DATABASE_UNAVAILABLE)));
    assertEquals(5, attempts);
    assertEquals(4, pauses.size());
  }

  @Test
  void whatStaysEndsItAtOnce() {
    Exception stays = new IllegalStateException("a file is missing");
    assertSame(
        stays,
        assertThrows(
            IllegalStateException.class,
            () -> startupRetry(Duration.ofHours(1)).run(failing(DATABASE_UNAVAILABLE, stays))));
    assertEquals(2, attempts);
    attempts = 0;
    assertThrows(
        PgException.class,
        () ->
            startupRetry(Duration.ofHours(1))
                .run(failing(new PgException("no table", "ERROR", "42P01", ""))));
    assertEquals(1, attempts);
    attempts = 0;
    assertThrows(
        InvalidConfigurationException.class,
        () ->
            startupRetry(Duration.ofHours(1))
                .run(failing(new InvalidConfigurationException("file"))));
    assertEquals(1, attempts);
  }

  @Test
  void afterTheLimitItsLastFaultIsTold() {
    assertSame(
        DATABASE_UNAVAILABLE,
        assertThrows(
            ServiceException.class,
            () ->
                startupRetry(Duration.ofNanos(-1))
                    .run(failing(DATABASE_UNAVAILABLE, DATABASE_UNAVAILABLE))));
    assertEquals(1, attempts);
  }
}
