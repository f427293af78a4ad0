package io.tributary.eventlog;

import io.tributary.core.Cursor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A place in the log: all before it has been told.
 *
 * @param tx transaction number of the last row
 * @param id its message, or "" before the first row of that transaction
 * @param era in which the numbers were given
 * @param log when the log was switched on, in microseconds: another value is another log
 * @param at what had not been told then was not written earlier than this, but for transactions
 *     that were open
 */
record LogPosition(String tx, String id, String era, long log, Instant at) {
  private static final int PARTS = 5;
  private static final String NUMBER = "\\d{1,18}";

  String cursor(EventFilter filters) {
    return Cursor.write(
        filters.bound(),
        List.of(tx, id, era, Long.toString(log), Long.toString(at.toEpochMilli())));
  }

  /** Empty when none was sent; a damaged one is refused. */
  static Optional<LogPosition> read(String cursor, EventFilter filters) {
    return Cursor.read(cursor, filters.bound(), PARTS)
        .map(
            p -> {
              if (!p.get(0).matches(NUMBER)
                  || p.get(1).length() > 40
                  || !p.get(3).matches(NUMBER)
                  || !p.get(4).matches(NUMBER)) {
                throw Cursor.broken();
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
