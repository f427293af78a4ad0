package io.tributary.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {
  private final RetrySchedule retry = new RetrySchedule(Defaults.config().webhook());

  @Test
  void eightAttemptsWithinTwentySevenHours() {
    Duration since = Duration.ZERO;
    List<Duration> starts = new ArrayList<>(List.of(since));
    for (int attempt = 1; ; attempt++) {
      Optional<Duration> wait = retry.delayAfter(attempt, Optional.empty(), 0);
      if (wait.isEmpty()) {
        break;
      }
      since = since.plus(wait.get());
      starts.add(since);
    }
    assertEquals(
        List.of(
            "PT0S",
            "PT5S",
            "PT5M5S",
            "PT35M5S",
            "PT2H35M5S",
            "PT7H35M5S",
            "PT17H35M5S",
            "PT27H35M5S"),
        starts.stream().map(Duration::toString).toList());
  }

  @Test
  void jitterOnlyAddsAndNotMuch() {
    assertEquals(Duration.ofMillis(5500), retry.delayAfter(1, Optional.empty(), 1).orElseThrow());
    assertEquals(
        Duration.ofHours(10).plusMinutes(15),
        retry.delayAfter(7, Optional.empty(), 1).orElseThrow());
  }

  @Test
  void retryAfterStretchesAWaitToTwiceItsLengthAtMost() {
    assertEquals(Duration.ofSeconds(5), after(Duration.ofSeconds(1)));
    assertEquals(Duration.ofSeconds(7), after(Duration.ofSeconds(7)));
    assertEquals(Duration.ofSeconds(10), after(Duration.ofSeconds(3600)));
  }

  private Duration after(Duration asked) {
    return retry.delayAfter(1, Optional.of(asked), 0).orElseThrow();
  }

  @Test
  void retryAfterIsSecondsOrADate() {
    Instant now = Instant.parse("2026-03-02T07:48:11Z");
    assertEquals(Optional.of(Duration.ofSeconds(120)), RetrySchedule.parseRetryAfter("120", now));
    assertEquals(
        Optional.of(Duration.ofSeconds(49)),
        RetrySchedule.parseRetryAfter("Mon, 02 Mar 2026 07:49:00 GMT", now));
    assertEquals(
        Optional.of(Duration.ZERO),
        RetrySchedule.parseRetryAfter("Mon, 02 Mar 2026 07:00:00 GMT", now));
    for (String bad : List.of("", "-1", "soon", "1.5", "99999999999")) {
      assertTrue(RetrySchedule.parseRetryAfter(bad, now).isEmpty(), bad);
    }
    assertTrue(RetrySchedule.parseRetryAfter(null, now).isEmpty());
  }
}
