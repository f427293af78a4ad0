package io.tributary.delivery;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A message on its way to one endpoint, as read from its row.
 *
 * @param attempts how many were made before
 * @param userId of the message, null where it has none
 * @param sequence its number among the user's messages at this endpoint; null without a user, and
 *     of messages older than numbers
 * @param manual the id of the extra attempt that was asked for; empty for one of the schedule
 * @param body sent byte for byte; null when it has been removed, then there is no attempt
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
  /** What identifies it among what is in memory of its endpoint. */
  String key() {
    return manual.isPresent() ? manual.get().toString() : messageId;
  }
}
