package io.tributary.provider.document;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;

/**
 * Parallel arrays of readings in a document. A value that is not a number is a gap and keeps its
 * position.
 */
public final class SampledSeries {
  private SampledSeries() {}

  /**
   * Reads values at regular intervals.
   *
   * @param items array of numbers
   */
  public static void regular(
      Instant begin, Duration step, LenientJson items, ObjDoubleConsumer<Instant> reading) {
    List<LenientJson> list = items.list();
    for (int i = 0; i < list.size(); i++) {
      emit(begin.plus(step.multipliedBy(i)), list.get(i).number(), reading);
    }
  }

  /** Reads values at regular intervals from a text such as {@code 61,62,,64}. */
  public static void regular(
      Instant begin, Duration step, String items, ObjDoubleConsumer<Instant> reading) {
    String[] list = items.split(",", -1);
    for (int i = 0; i < list.length; i++) {
      emit(begin.plus(step.multipliedBy(i)), LenientJson.number(list[i]), reading);
    }
  }

  /**
   * Reads values keyed by the time since a beginning or since 1970: an object such as {@code "900":
   * 61}.
   *
   * @param unit unit of the keys
   */
  public static void keyedByTime(
      Instant begin, ChronoUnit unit, LenientJson map, ObjDoubleConsumer<Instant> reading) {
    for (Map.Entry<String, LenientJson> e : map.members().entrySet()) {
      Double after = LenientJson.number(e.getKey());
      if (after != null && Math.abs(after) < Long.MAX_VALUE && after == Math.rint(after)) {
        Instant at = OffsetInstant.plusIfSupported(begin, after.longValue(), unit);
        if (at != null) {
          emit(at, e.getValue().number(), reading);
        }
      }
    }
  }

  private static void emit(Instant at, Double value, ObjDoubleConsumer<Instant> reading) {
    if (value != null) {
      reading.accept(at, value);
    }
  }
}
