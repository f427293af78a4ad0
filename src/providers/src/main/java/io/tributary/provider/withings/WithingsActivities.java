package io.tributary.provider.withings;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * Converts daily activity. A day may have several entries: of a watch and a phone, which are two
 * sources, or of several watches, of which the one with more steps counts.
 */
final class WithingsActivities {
  /**
   * Source of entries of no tracker, which are phones; our API does not list a phone for Withings.
   */
  private static final Source UNKNOWN_SOURCE =
      Source.of(WithingsNormalizer.SLUG, SourceType.UNKNOWN);

  private static final Comparator<WithingsDayEntry> BY_STEPS =
      Comparator.<WithingsDayEntry>comparingInt(t -> t.day().steps() == null ? -1 : t.day().steps())
          .thenComparing(t -> t.doc().node().toString());

  private WithingsActivities() {}

  private record WithingsDayKey(LocalDate day, Source source) {}

  private record WithingsDayEntry(ActivitySummary day, LenientJson doc) {}

  /** Returns the source; without the flag, an entry comes from a watch. */
  static Source source(LenientJson doc) {
    return Boolean.FALSE.equals(doc.flag("is_tracker")) ? UNKNOWN_SOURCE : WithingsNormalizer.WATCH;
  }

  /** Returns the key that distinguishes the entries of a day; null without a day. */
  static String key(LenientJson doc) {
    LocalDate day = doc.day("date");
    String device = doc.id("deviceid");
    return day == null
        ? null
        : day + " " + source(doc).type().wire() + (device == null ? "" : " " + device);
  }

  static void normalise(
      List<LenientJson> days, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<WithingsDayKey, WithingsDayEntry> chosen = new LinkedHashMap<>();
    for (LenientJson doc : days) {
      try {
        ActivitySummary day = day(doc, facts);
        chosen.merge(
            new WithingsDayKey(day.calendarDate(), source(doc)),
            new WithingsDayEntry(day, doc),
            BinaryOperator.maxBy(BY_STEPS));
      } catch (IllegalArgumentException e) {
        batch.reject("activity", e.getMessage());
      }
    }
    chosen.forEach((identity, told) -> batch.add(told.day(), identity.source()));
  }

  /** Converts a day, in which {@code elevation} counts floors. */
  private static ActivitySummary day(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.requiredDay("date");
    ZoneId zone = doc.zone("timezone");
    Integer offset =
        zone == null
            ? OffsetInstant.startOf(day, facts.zone()).offsetSeconds()
            : (Integer) day.atStartOfDay(zone).getOffset().getTotalSeconds();
    return ActivitySummary.on(day)
        .timeZone(WithingsTime.zoneName(doc))
        .timezoneOffset(offset)
        .steps(doc.integer("steps", 0, 1_000_000))
        .distance(doc.nonNegative("distance"))
        .floorsClimbed(doc.integer("elevation", 0, 10_000))
        .caloriesActive(doc.nonNegative("calories"))
        .caloriesTotal(doc.nonNegative("totalcalories"))
        .low(minutes(doc, "soft"))
        .medium(minutes(doc, "moderate"))
        .high(minutes(doc, "intense"))
        .heartRate(heartRate(doc))
        .build();
  }

  private static Double minutes(LenientJson doc, String field) {
    return Units.minutes(doc.number(field, 0, 90_000));
  }

  private static ActivitySummary.HeartRate heartRate(LenientJson doc) {
    Double average = doc.number("hr_average", 1, 400);
    Double low = doc.number("hr_min", 1, 400);
    Double high = doc.number("hr_max", 1, 400);
    return average == null && low == null && high == null
        ? null
        : new ActivitySummary.HeartRate(average, low, high, null, null);
  }
}
