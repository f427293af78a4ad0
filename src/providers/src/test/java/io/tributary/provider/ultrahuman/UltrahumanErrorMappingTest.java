package io.tributary.provider.ultrahuman;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Errors with status 200, and doubling retry delays. */
class UltrahumanErrorMappingTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static final class ManualClock extends Clock {
    private Instant now = Instant.parse("2026-03-02T05:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private final ManualClock clock = new ManualClock();
  private final UltrahumanErrorMapping answers = new UltrahumanErrorMapping(clock);

  private static ProviderResponse answer(int status, String body) {
    return new ProviderResponse(status, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer(body));
  }

  private ProviderException fault(int status, String body) {
    return answers.toException(answer(status, body), MINUTE).orElseThrow();
  }

  private Duration refused() {
    return assertInstanceOf(ProviderException.RateLimited.class, fault(429, "")).retryAfter();
  }

  @Test
  void anErrorAtStatus200MeansWhatItsOwnStatusMeans() {
    assertEquals(
        Optional.empty(),
        answers.toException(answer(200, "{\"data\":{},\"error\":null,\"status\":200}"), MINUTE));
    assertEquals(Optional.empty(), answers.toException(answer(200, "{\"error\":\"\"}"), MINUTE));
    assertInstanceOf(
        ProviderException.Unauthorized.class, fault(200, "{\"error\":\"token\",\"status\":401}"));
    assertInstanceOf(
        ProviderException.ScopeMissing.class, fault(200, "{\"error\":\"scope\",\"status\":403}"));
    assertInstanceOf(
        ProviderException.Unavailable.class, fault(200, "{\"error\":\"oops\",\"status\":500}"));
    assertInstanceOf(
        ProviderException.Unavailable.class, fault(200, "{\"error\":\"oops\",\"status\":200}"));
    assertInstanceOf(
        ProviderException.Unavailable.class, fault(200, "{\"error\":{\"code\":3},\"data\":[]}"));
    assertInstanceOf(
        ProviderException.RateLimited.class, fault(200, "{\"error\":\"slow\",\"status\":429}"));
  }

  @Test
  void aWaitThatWasOfNoUseDoublesAndCallsTogetherWaitTogether() {
    assertEquals(MINUTE, refused());
    clock.now = clock.now.plusSeconds(20);
    assertEquals(Duration.ofSeconds(40), refused(), "under way with the first");
    clock.now = clock.now.plusSeconds(40);
    assertEquals(Duration.ofMinutes(2), refused());
    clock.now = clock.now.plusSeconds(120);
    assertEquals(Duration.ofMinutes(4), refused());
    for (int i = 0; i < 9; i++) {
      clock.now = clock.now.plus(Duration.ofHours(1));
      refused();
    }
    clock.now = clock.now.plus(Duration.ofHours(1));
    assertEquals(Duration.ofHours(1), refused(), "an hour at most");
    clock.now = clock.now.plus(Duration.ofHours(1));
    answers.toException(answer(200, "{}"), MINUTE);
    assertEquals(MINUTE, refused());
  }
}
