package io.tributary.provider.wahoo;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Time and day of a workout. The API has no time zone, so its offset stays unknown. */
final class WahooTime {
  private WahooTime() {}

  static Instant start(LenientJson workout) {
    return workout.instant("starts");
  }

  /** Returns the date of the start in the fallback zone, otherwise in UTC; null without a start. */
  static LocalDate day(LenientJson workout, AccountContext facts) {
    Instant start = start(workout);
    return start == null ? null : start.atZone(facts.zone().orElse(ZoneOffset.UTC)).toLocalDate();
  }

  /** Returns the duration with pauses, otherwise the planned minutes; null without both. */
  static Duration length(LenientJson workout) {
    Integer total = workout.child("workout_summary").seconds("duration_total_accum");
    Integer seconds = total == null ? workout.secondsOfMinutes("minutes") : total;
    return seconds == null ? null : Duration.ofSeconds(seconds);
  }
}
