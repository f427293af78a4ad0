package io.tributary.read;

import io.tributary.core.Cursor;
import java.util.List;

/**
 * A place in the order of samples: time in microseconds, series, reading. Data that is added later
 * does not move it.
 */
public record SamplePosition(long at, int series, String reading) {
  /** As a cursor holds it. */
  public List<String> texts() {
    return List.of(String.valueOf(at), String.valueOf(series), reading);
  }

  /** Reads {@link #texts}; a damaged one is refused with 400. */
  public static SamplePosition of(List<String> texts) {
    try {
      return new SamplePosition(
          Long.parseLong(texts.get(0)), Integer.parseInt(texts.get(1)), texts.get(2));
    } catch (NumberFormatException e) {
      throw Cursor.broken();
    }
  }

  boolean isBefore(long otherAt, int otherSeries, String otherReading) {
    if (at != otherAt) {
      return at < otherAt;
    }
    return series != otherSeries ? series < otherSeries : reading.compareTo(otherReading) < 0;
  }
}
