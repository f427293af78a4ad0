package io.tributary.webhook;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A message on its way to one endpoint, as read from its row.
 *
 * @param attempts how many were made before
 * @param userId of the message, null where it has none
 * @param body sent byte for byte
 */
record Delivery(
    String messageId,
    String endpointId,
    int attempts,
    Optional<Instant> firstAttemptAt,
    String eventType,
    UUID userId,
    Buffer body) {
  /** What identifies it among everything in memory; SQL builds the same text. */
  String key() {
    return messageId + endpointId;
  }
}
