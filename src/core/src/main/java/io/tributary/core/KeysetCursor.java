package io.tributary.core;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A place in a list that is sorted by time and id: after that row. Both are null at the start, as
 * queries take them.
 */
public record KeysetCursor(Instant at, UUID id) {
  private static final KeysetCursor START = new KeysetCursor(null, null);

  /** The place inside a {@link Cursor}; the start when none was sent. */
  public static KeysetCursor read(String cursor, List<?> filters) {
    return Cursor.read(cursor, filters, 2)
        .map(
            p ->
                new KeysetCursor(
                    Times.instant(p.get(0)).orElseThrow(Cursor::broken), Cursor.uuid(p.get(1))))
        .orElse(START);
  }

  /** The cursor for going on after a row. */
  public static String write(List<?> filters, Instant at, UUID id) {
    return Cursor.write(filters, List.of(Times.wire(at), id.toString()));
  }
}
