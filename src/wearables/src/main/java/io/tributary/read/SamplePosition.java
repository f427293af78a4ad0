package io.tributary.read;

import io.tributary.core.Cursor;
import java.util.List;

/**
 * Position in the order of samples: time in microseconds, series, reading. Data added later does
 * not change it.
 */
public record SamplePosition(long at, int series, String reading) {
  /** Returns the position as stored in a cursor. */
  public List<String> texts() {
    return List.of(String.valueOf(at), String.valueOf(series), reading);
  }

  /** Parses {@link #texts}; fails with 400 if it is damaged. */
  public static SamplePosition of(List<String> texts) {
    try {
      return new SamplePosition(
          Long.parseLong(texts.get(0)), Integer.parseInt(texts.get(1)), texts.get(2));
    } catch (NumberFormatException e) {
      throw Cursor.malformed();
    }
  }

  boolean isBefore(long otherAt, int otherSeries, String otherReading) {
    if (at != otherAt) {
      return at < otherAt;
    }
    return series != otherSeries ? series < otherSeries : reading.compareTo(otherReading) < 0;
  }
}
