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
  private static final ServiceException AWAY =
      ServiceException.unavailable("away", Duration.ofSeconds(1));
  private final List<Duration> pauses = new ArrayList<>();
  private int begun;

  private StartupRetry tries(Duration limit) {
    return new StartupRetry(
        limit, f -> SqlErrors.isTransientAtStart(f) || Cluster.isTransient(f), pauses::add);
  }

  /** Fails with these in turn, then starts. */
  private Callable<String> failing(Exception... faults) {
    return () -> {
      if (begun < faults.length) {
        throw faults[begun++];
      }
      begun++;
      return "started";
    };
  }

  @Test
  void whatPassesIsWaitedForAndTheStartBegunAnew() throws Exception {
    Exception member = new IllegalStateException(new OperationTimeoutException("a member"));
    Exception told = new PgException("starting up", "FATAL", "57P03", "");
    assertEquals("started", tries(Duration.ofHours(1)).run(failing(AWAY, member, told, AWAY)));
    assertEquals(5, begun);
    assertEquals(4, pauses.size());
  }

  @Test
  void whatStaysEndsItAtOnce() {
    Exception stays = new IllegalStateException("a file is missing");
    assertSame(
        stays,
        assertThrows(
            IllegalStateException.class,
            () -> tries(Duration.ofHours(1)).run(failing(AWAY, stays))));
    assertEquals(2, begun);
    begun = 0;
    assertThrows(
        PgException.class,
        () ->
            tries(Duration.ofHours(1))
                .run(failing(new PgException("no table", "ERROR", "42P01", ""))));
    assertEquals(1, begun);
    begun = 0;
    assertThrows(
        InvalidConfigurationException.class,
        () -> tries(Duration.ofHours(1)).run(failing(new InvalidConfigurationException("file"))));
    assertEquals(1, begun);
  }

  @Test
  void afterTheLimitItsLastFaultIsTold() {
    assertSame(
        AWAY,
        assertThrows(
            ServiceException.class, () -> tries(Duration.ofNanos(-1)).run(failing(AWAY, AWAY))));
    assertEquals(1, begun);
  }
}
