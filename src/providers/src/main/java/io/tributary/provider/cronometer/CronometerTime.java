package io.tributary.provider.cronometer;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;

/** Times of a diary day, which spans from one midnight of the fallback zone to the next. */
final class CronometerTime {
  private CronometerTime() {}

  /** Returns the start of a day; without a fallback zone it is in UTC, with an unknown offset. */
  static OffsetInstant start(LocalDate day, AccountContext facts) {
    return OffsetInstant.startOf(day, facts.zone());
  }

  /** Returns the next midnight: 23, 24 or 25 hours later. */
  static OffsetInstant end(LocalDate day, AccountContext facts) {
    return start(day.plusDays(1), facts);
  }
}
