package io.tributary.core;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Position in a list sorted by time and ID. Both are null at the start, as the queries expect. */
public record KeysetCursor(Instant at, UUID id) {
  private static final KeysetCursor START = new KeysetCursor(null, null);

  /** Decodes the position of a {@link Cursor}; the start of the list if none was sent. */
  public static KeysetCursor decode(String cursor, List<?> filters) {
    return Cursor.decode(cursor, filters, 2)
        .map(
            p ->
                new KeysetCursor(
                    Times.parseInstant(p.get(0)).orElseThrow(Cursor::malformed),
                    Cursor.parseUuid(p.get(1))))
        .orElse(START);
  }

  /** Encodes the cursor that continues after a row. */
  public static String encode(List<?> filters, Instant at, UUID id) {
    return Cursor.encode(filters, List.of(Times.format(at), id.toString()));
  }
}
