package io.tributary.provider.googlefit;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Converts daily activity from Google's sums over the days of the requested zone. A type without a
 * sum leaves its field empty.
 */
final class GoogleFitDays {
  private static final double MAX_COUNT = 1_000_000;

  private GoogleFitDays() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    ZoneId zone = GoogleFitTime.dayZone(facts);
    Map<LocalDate, Map<GoogleFitDocumentKind, GoogleFitBucket>> days = new TreeMap<>();
    for (GoogleFitDocumentKind kind : kinds()) {
      for (LenientJson doc : documents.of(kind)) {
        try {
          GoogleFitBucket bucket = GoogleFitBucket.of(doc);
          days.computeIfAbsent(
                  day(bucket.from(), zone), d -> new EnumMap<>(GoogleFitDocumentKind.class))
              .put(kind, bucket);
        } catch (IllegalArgumentException e) {
          batch.reject(kind.wire(), e.getMessage());
        }
      }
    }
    days.forEach((day, sums) -> day(day, zone, sums, batch));
  }

  private static List<GoogleFitDocumentKind> kinds() {
    return Stream.concat(
            GoogleFitFeed.ACTIVITY.plan().mainKinds().stream(),
            GoogleFitFeed.ACTIVITY.plan().completingKinds().stream())
        .toList();
  }

  static LocalDate day(Instant begin, ZoneId zone) {
    return begin.atZone(zone).toLocalDate();
  }

  /** Adds a day; basal calories, or a distance without the steps scope, do not make one. */
  private static void day(
      LocalDate day,
      ZoneId zone,
      Map<GoogleFitDocumentKind, GoogleFitBucket> sums,
      NormalizedBatch.Builder batch) {
    Double steps = sum(sums.get(GoogleFitDocumentKind.DAY_STEPS));
    Double expended = sum(sums.get(GoogleFitDocumentKind.DAY_EXPENDED));
    if (steps == null && expended == null) {
      return;
    }
    GoogleFitBucket rest = sums.get(GoogleFitDocumentKind.DAY_BMR);
    ActivitySummary.Builder out =
        ActivitySummary.on(day)
            .timeZone(zone.getId())
            .timezoneOffset(day.atStartOfDay(zone).getOffset().getTotalSeconds())
            .steps(steps == null || steps > MAX_COUNT ? null : Units.round(steps))
            .distance(sum(sums.get(GoogleFitDocumentKind.DAY_DISTANCE)))
            .caloriesTotal(expended);
    if (expended != null && rest != null) {
      out.caloriesActive(
          sums.get(GoogleFitDocumentKind.DAY_EXPENDED).activeCalories(rest.firstValue(0)));
    }
    batch.add(out.build(), GoogleFitPoint.UNKNOWN);
  }

  private static Double sum(GoogleFitBucket bucket) {
    return bucket == null ? null : bucket.sum();
  }
}
