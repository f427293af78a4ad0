package io.tributary.provider.eightsleep;

import io.tributary.provider.document.LenientJson;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * What is told of a day.
 *
 * @param day on which somebody woke up, in {@code zone}; null of none
 * @param zone that it was asked in
 * @param unfinished whether the vendor still works on it
 * @param hrv ms, or null
 */
record EightSleepTrend(LocalDate day, ZoneId zone, boolean unfinished, Double hrv) {
  /** Of a day of which nothing is told. */
  static final EightSleepTrend NONE = new EightSleepTrend(null, null, false, null);

  private static final double HIGHEST = 1000;

  static EightSleepTrend of(LenientJson doc) {
    return new EightSleepTrend(
        doc.day("day"),
        doc.zone(EightSleepDocumentKind.ASKED_ZONE),
        Boolean.TRUE.equals(doc.flag("processing")) || Boolean.TRUE.equals(doc.flag("incomplete")),
        doc.child("sleepQualityScore").child("hrv").number("current", 0.1, HIGHEST));
  }

  /** Whether it is the day on which this one ended. */
  boolean has(EightSleepInterval interval) {
    return day != null && zone != null && day.equals(interval.stop().atZone(zone).toLocalDate());
  }
}
