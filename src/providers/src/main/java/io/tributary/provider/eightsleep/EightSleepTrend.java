package io.tributary.provider.eightsleep;

import io.tributary.provider.document.LenientJson;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * Values of one day.
 *
 * @param day day of waking up, in {@code zone}; null for {@link #NONE}
 * @param zone zone of the request
 * @param unfinished whether the provider is still processing it
 * @param hrv in ms, or null
 */
record EightSleepTrend(LocalDate day, ZoneId zone, boolean unfinished, Double hrv) {
  /** Trend of a day without data. */
  static final EightSleepTrend NONE = new EightSleepTrend(null, null, false, null);

  private static final double MAX_HRV = 1000;

  static EightSleepTrend of(LenientJson doc) {
    return new EightSleepTrend(
        doc.day("day"),
        doc.zone(EightSleepDocumentKind.ASKED_ZONE),
        Boolean.TRUE.equals(doc.flag("processing")) || Boolean.TRUE.equals(doc.flag("incomplete")),
        doc.child("sleepQualityScore").child("hrv").number("current", 0.1, MAX_HRV));
  }

  /** Returns whether the interval ended on this day. */
  boolean contains(EightSleepInterval interval) {
    return day != null && zone != null && day.equals(interval.stop().atZone(zone).toLocalDate());
  }
}
