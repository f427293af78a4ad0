package io.tributary.delivery;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Message to be delivered to one endpoint, as read from its row.
 *
 * @param attempts number of previous attempts
 * @param userId user of the message; null if it has none
 * @param sequence number among the user's messages at this endpoint; null without a user and for
 *     messages older than sequence numbers
 * @param manual ID of a manually requested attempt; empty for a scheduled attempt
 * @param body sent byte for byte; null if it has been removed, in which case no attempt is made
 */
public record Delivery(
    String messageId,
    String endpointId,
    int attempts,
    Optional<Instant> firstAttemptAt,
    String eventType,
    UUID userId,
    Long sequence,
    Optional<UUID> manual,
    Buffer body) {
  /** Identifies the delivery among those of its endpoint in memory. */
  String key() {
    return manual.isPresent() ? manual.get().toString() : messageId;
  }
}
