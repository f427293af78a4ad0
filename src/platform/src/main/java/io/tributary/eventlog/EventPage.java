package io.tributary.eventlog;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Result of one read of the event log.
 *
 * @param next position to continue from
 * @param hasMore whether another read may return events immediately
 * @param hasUncommitted whether there are events that wait for a transaction to end
 */
record EventPage(List<Row> rows, LogPosition next, boolean hasMore, boolean hasUncommitted) {
  EventPage {
    rows = List.copyOf(rows);
  }

  /**
   * Event of the log.
   *
   * @param userId null if no user is known
   * @param body the stored payload; null if it has expired
   */
  record Row(String tx, String id, String type, Instant createdAt, UUID userId, Buffer body) {}
}
