package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Date ranges of polls. */
class PollDaysTest {
  @ParameterizedTest
  @CsvSource({
    // Later polls of a day.
    "2026-03-10T08:00:00Z, 2026-03-10T08:15:00Z, 2, 7, 90, 2026-03-08",
    // The first poll of a day.
    "2026-03-09T23:50:00Z, 2026-03-10T00:05:00Z, 2, 7, 90, 2026-03-02",
    // A provider without late uploads.
    "2026-03-09T23:50:00Z, 2026-03-10T00:05:00Z, 2, 0, 90, 2026-03-07",
    // Never shorter than the regular range.
    "2026-03-09T23:50:00Z, 2026-03-10T00:05:00Z, 2, 1, 90, 2026-03-07",
    // After a long gap.
    "2026-02-01T10:00:00Z, 2026-03-10T00:05:00Z, 2, 7, 90, 2026-01-25",
    "2025-02-01T10:00:00Z, 2026-03-10T00:05:00Z, 2, 7, 90, 2025-12-10",
  })
  void pollsGoBack(Instant since, Instant now, int reread, int lookBack, int most, LocalDate day) {
    PullRange range = PollDays.of(since, now, reread, lookBack, most);
    assertEquals(day.atStartOfDay(ZoneOffset.UTC).toInstant(), range.start());
    assertEquals(now, range.end());
  }
}
