package io.tributary.provider.googlefit;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Batch;
import io.tributary.model.Units;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A day of activity, of the vendor's sums over the days of the zone that was asked for. A type
 * without a sum leaves its field empty.
 */
final class FitDays {
  private static final double HIGHEST_COUNT = 1_000_000;

  private FitDays() {}

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    ZoneId zone = FitTime.cut(facts);
    Map<LocalDate, Map<FitKind, FitBucket>> days = new TreeMap<>();
    for (FitKind kind : kinds()) {
      for (Doc doc : documents.of(kind)) {
        try {
          FitBucket bucket = FitBucket.of(doc);
          days.computeIfAbsent(day(bucket.from(), zone), d -> new EnumMap<>(FitKind.class))
              .put(kind, bucket);
        } catch (IllegalArgumentException e) {
          batch.refuse(kind.wire(), e.getMessage());
        }
      }
    }
    days.forEach((day, sums) -> day(day, zone, sums, batch));
  }

  private static List<FitKind> kinds() {
    return Stream.concat(
            FitFeed.ACTIVITY.plan().main().stream(), FitFeed.ACTIVITY.plan().beside().stream())
        .toList();
  }

  static LocalDate day(Instant begin, ZoneId zone) {
    return begin.atZone(zone).toLocalDate();
  }

  /** What a body takes at rest, or the way of somebody who does not share steps, makes no day. */
  private static void day(
      LocalDate day, ZoneId zone, Map<FitKind, FitBucket> sums, Batch.Builder batch) {
    Double steps = sum(sums.get(FitKind.DAY_STEPS));
    Double expended = sum(sums.get(FitKind.DAY_EXPENDED));
    if (steps == null && expended == null) {
      return;
    }
    FitBucket rest = sums.get(FitKind.DAY_BMR);
    ActivitySummary.Builder out =
        ActivitySummary.on(day)
            .timeZone(zone.getId())
            .timezoneOffset(day.atStartOfDay(zone).getOffset().getTotalSeconds())
            .steps(steps == null || steps > HIGHEST_COUNT ? null : Units.round(steps))
            .distance(sum(sums.get(FitKind.DAY_DISTANCE)))
            .caloriesTotal(expended);
    if (expended != null && rest != null) {
      out.caloriesActive(sums.get(FitKind.DAY_EXPENDED).active(rest.figure(0)));
    }
    batch.add(out.build(), FitPoint.UNKNOWN);
  }

  private static Double sum(FitBucket bucket) {
    return bucket == null ? null : bucket.sum();
  }
}
