package io.tributary.eventlog;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What one read found.
 *
 * @param next where to go on
 * @param more whether a further read may find something at once
 * @param open whether there is something to tell that waits for a transaction to end
 */
record EventPage(List<Row> rows, LogPosition next, boolean more, boolean open) {
  EventPage {
    rows = List.copyOf(rows);
  }

  /**
   * An event.
   *
   * @param userId null where no user is known
   * @param body as it was stored; null when it is not kept any more
   */
  record Row(String tx, String id, String type, Instant createdAt, UUID userId, Buffer body) {}
}
