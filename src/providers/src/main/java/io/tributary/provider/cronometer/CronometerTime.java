package io.tributary.provider.cronometer;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Stamp;
import java.time.LocalDate;

/**
 * The diary has days and no clocks: a day is from one midnight of the fallback zone to the next.
 */
final class CronometerTime {
  private CronometerTime() {}

  /** Where figures of a day stand; in UTC with an unknown offset for who has no fallback zone. */
  static Stamp start(LocalDate day, AccountFacts facts) {
    return Stamp.startOf(day, facts.zone());
  }

  /** The next midnight: 23, 24 or 25 hours later. */
  static Stamp end(LocalDate day, AccountFacts facts) {
    return start(day.plusDays(1), facts);
  }
}
