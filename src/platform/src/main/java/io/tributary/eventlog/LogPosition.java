package io.tributary.eventlog;

import io.tributary.core.Cursor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Position in the event log; all events before it have been returned.
 *
 * @param tx transaction number of the last row
 * @param id message ID of the last row, or "" before the first row of that transaction
 * @param era ID of the period in which the transaction numbers are valid
 * @param enabledAtMicros time at which the log was enabled, in microseconds; a different value
 *     means another log
 * @param unreadSince lower bound of the write time of events not yet returned, except those of
 *     transactions that were open
 */
record LogPosition(String tx, String id, String era, long enabledAtMicros, Instant unreadSince) {
  private static final int CURSOR_PARTS = 5;
  private static final String NUMBER = "\\d{1,18}";

  String encode(EventFilter filters) {
    return Cursor.encode(
        filters.cursorBinding(),
        List.of(
            tx,
            id,
            era,
            Long.toString(enabledAtMicros),
            Long.toString(unreadSince.toEpochMilli())));
  }

  /**
   * Decodes a cursor; empty if none was sent.
   *
   * @throws ServiceException if the cursor is invalid
   */
  static Optional<LogPosition> decode(String cursor, EventFilter filters) {
    return Cursor.decode(cursor, filters.cursorBinding(), CURSOR_PARTS)
        .map(
            p -> {
              if (!p.get(0).matches(NUMBER)
                  || p.get(1).length() > 40
                  || !p.get(3).matches(NUMBER)
                  || !p.get(4).matches(NUMBER)) {
                throw Cursor.malformed();
              }
              return new LogPosition(
                  p.get(0),
                  p.get(1),
                  p.get(2),
                  Long.parseLong(p.get(3)),
                  Instant.ofEpochMilli(Long.parseLong(p.get(4))));
            });
  }
}
