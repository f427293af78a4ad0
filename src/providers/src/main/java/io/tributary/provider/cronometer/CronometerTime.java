package io.tributary.provider.cronometer;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;

/**
 * The diary has days and no clocks: a day is from one midnight of the fallback zone to the next.
 */
final class CronometerTime {
  private CronometerTime() {}

  /** Where figures of a day stand; in UTC with an unknown offset for who has no fallback zone. */
  static OffsetInstant start(LocalDate day, AccountContext facts) {
    return OffsetInstant.startOf(day, facts.zone());
  }

  /** The next midnight: 23, 24 or 25 hours later. */
  static OffsetInstant end(LocalDate day, AccountContext facts) {
    return start(day.plusDays(1), facts);
  }
}
