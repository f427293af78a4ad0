package io.tributary.provider.document;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;

/**
 * Readings that a document holds side by side. Whatever is no figure is a gap and keeps its place.
 */
public final class SampledSeries {
  private SampledSeries() {}

  /**
   * Readings at an even distance.
   *
   * @param items an array of figures
   */
  public static void even(
      Instant begin, Duration step, LenientJson items, ObjDoubleConsumer<Instant> reading) {
    List<LenientJson> list = items.list();
    for (int i = 0; i < list.size(); i++) {
      tell(begin.plus(step.multipliedBy(i)), list.get(i).number(), reading);
    }
  }

  /** The same as one text, {@code 61,62,,64}. */
  public static void even(
      Instant begin, Duration step, String items, ObjDoubleConsumer<Instant> reading) {
    String[] list = items.split(",", -1);
    for (int i = 0; i < list.length; i++) {
      tell(begin.plus(step.multipliedBy(i)), LenientJson.number(list[i]), reading);
    }
  }

  /**
   * Readings by the time since a begin, or since 1970: an object of {@code "900": 61}.
   *
   * @param unit of the keys
   */
  public static void byTime(
      Instant begin, ChronoUnit unit, LenientJson map, ObjDoubleConsumer<Instant> reading) {
    for (Map.Entry<String, LenientJson> e : map.members().entrySet()) {
      Double after = LenientJson.number(e.getKey());
      if (after != null && Math.abs(after) < Long.MAX_VALUE && after == Math.rint(after)) {
        Instant at = OffsetInstant.known(begin, after.longValue(), unit);
        if (at != null) {
          tell(at, e.getValue().number(), reading);
        }
      }
    }
  }

  private static void tell(Instant at, Double value, ObjDoubleConsumer<Instant> reading) {
    if (value != null) {
      reading.accept(at, value);
    }
  }
}
