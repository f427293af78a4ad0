package io.tributary.provider.wahoo;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** When and on which day a workout was. Nobody tells its zone, so its offset stays unknown. */
final class WahooTime {
  private WahooTime() {}

  static Instant start(LenientJson workout) {
    return workout.instant("starts");
  }

  /** The date of the begin where the user usually is, else in UTC; null without a begin. */
  static LocalDate day(LenientJson workout, AccountContext facts) {
    Instant start = start(workout);
    return start == null ? null : start.atZone(facts.zone().orElse(ZoneOffset.UTC)).toLocalDate();
  }

  /** With pauses; the minutes of the calendar where the summary does not say. Null without both. */
  static Duration length(LenientJson workout) {
    Integer total = workout.child("workout_summary").seconds("duration_total_accum");
    Integer seconds = total == null ? workout.secondsOfMinutes("minutes") : total;
    return seconds == null ? null : Duration.ofSeconds(seconds);
  }
}
