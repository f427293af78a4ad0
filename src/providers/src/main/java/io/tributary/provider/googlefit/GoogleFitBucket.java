package io.tributary.provider.googlefit;

import io.tributary.provider.document.LenientJson;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Bucket of an aggregate of one type, with its points, usually one. */
record GoogleFitBucket(Instant from, Instant to, List<LenientJson> points) {
  private static final double DAY_SECONDS = 86_400;

  /** Lower limit of results that count as rounding errors. */
  private static final double MIN_ROUNDING_ERROR = -1;

  /**
   * @throws IllegalArgumentException if its times are missing
   */
  static GoogleFitBucket of(LenientJson doc) {
    List<LenientJson> points = new ArrayList<>();
    doc.list("dataset").forEach(set -> points.addAll(set.list(GoogleFitClient.POINT)));
    return new GoogleFitBucket(
        doc.requiredEpoch("startTimeMillis", ChronoUnit.MILLIS),
        doc.requiredEpoch("endTimeMillis", ChronoUnit.MILLIS),
        points);
  }

  /** Returns the sum of an amount; null if there is none. */
  Double sum() {
    Double sum = null;
    for (LenientJson point : points) {
      Double one = value(point, 0);
      if (one != null && one >= 0) {
        sum = sum == null ? one : sum + one;
      }
    }
    return sum;
  }

  /** Returns a value of the first point: itself, or the mean (0), maximum (1) and minimum (2). */
  Double firstValue(int index) {
    return points.isEmpty() ? null : value(points.getFirst(), index);
  }

  /** Returns a number, which is stored as either of two types; null if there is none. */
  static Double value(LenientJson point, int index) {
    List<LenientJson> values = point.list("value");
    if (index >= values.size()) {
      return null;
    }
    LenientJson value = values.get(index);
    return value.child(value.firstPresent("fpVal", "intVal")).number();
  }

  /**
   * Returns the active calories: the sum minus the basal calories of the same time. The current day
   * is not over, and some days have 23 or 25 hours.
   *
   * @param restPerDay basal kilocalories per day; null if unknown
   */
  Double activeCalories(Double restPerDay) {
    Double all = sum();
    if (all == null || restPerDay == null || restPerDay < 0) {
      return null;
    }
    double active = all - restPerDay * coveredTime().toSeconds() / DAY_SECONDS;
    return active < MIN_ROUNDING_ERROR ? null : (Double) Math.max(0, active);
  }

  private Duration coveredTime() {
    Instant first = null;
    Instant last = null;
    for (LenientJson point : points) {
      Instant start = GoogleFitTime.start(point);
      Instant stop = GoogleFitTime.stop(point);
      first = start == null || first != null && first.isBefore(start) ? first : start;
      last = stop == null || last != null && last.isAfter(stop) ? last : stop;
    }
    Instant begin = first == null || first.isBefore(from) ? from : first;
    Instant end = last == null || last.isAfter(to) ? to : last;
    return begin.isBefore(end) ? Duration.between(begin, end) : Duration.ZERO;
  }
}
