package io.tributary.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EndpointRateLimiterTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  /** Sends as early as allowed, with timers that are up to {@code late} nanoseconds late. */
  private static List<Long> sendTimes(int limit, int seconds, long late, Random random) {
    EndpointRateLimiter pace = new EndpointRateLimiter(limit, 0);
    List<Long> out = new ArrayList<>();
    long now = 0;
    while (now < seconds * SECOND) {
      long wait = pace.nextAllowedIn(now);
      if (wait == 0) {
        pace.record(now);
        out.add(now);
      } else {
        now += wait + (late == 0 ? 0 : random.nextLong(late));
      }
    }
    return out;
  }

  private static int maxPerWindow(List<Long> sent) {
    int most = 0;
    int from = 0;
    for (int to = 0; to < sent.size(); to++) {
      while (sent.get(to) - sent.get(from) >= SECOND) {
        from++;
      }
      most = Math.max(most, to - from + 1);
    }
    return most;
  }

  @Test
  void noSecondGetsNoticeablyMoreAndTheMeanIsKept() {
    for (int limit : List.of(1, 2, 7, 50, 100, 333, 1000)) {
      for (long late : List.of(0L, 2 * MILLI, 15 * MILLI)) {
        List<Long> sent = sendTimes(limit, 60, late, new Random(limit + late));
        String of = "limit " + limit + " late " + late;
        assertTrue(
            maxPerWindow(sent) <= limit * 1.1 || maxPerWindow(sent) <= limit + 1,
            of + ": " + maxPerWindow(sent));
        boolean coarse = late > 0 && limit < 30;
        assertTrue(sent.size() >= 60 * limit * (coarse ? 0.85 : 0.95) - 1, of + ": " + sent.size());
      }
    }
  }

  @Test
  void itBeginsEmptySoThatATakeoverGrantsNothingExtra() {
    EndpointRateLimiter pace = new EndpointRateLimiter(50, 0);
    assertEquals(20 * MILLI, pace.nextAllowedIn(0));
    int first = (int) sendTimes(50, 1, 0, new Random(1)).stream().filter(t -> t < SECOND).count();
    assertTrue(first <= 50, "in the first second: " + first);
  }

  @Test
  void aLongSilenceSavesUpNoMoreThanAFifteenth() {
    EndpointRateLimiter pace = new EndpointRateLimiter(50, 0);
    long now = 3600 * SECOND;
    int atOnce = 0;
    while (pace.nextAllowedIn(now) == 0) {
      pace.record(now);
      atOnce++;
    }
    assertEquals(3, atOnce);
  }
}
