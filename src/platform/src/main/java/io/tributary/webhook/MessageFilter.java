package io.tributary.webhook;

import io.tributary.event.EventTypes;
import java.time.Instant;
import java.util.UUID;

/**
 * Which messages of an endpoint are looked for. Null anywhere = all.
 *
 * @param eventType a type, or a family of types as {@code labtest.*}
 * @param since inclusive
 * @param until exclusive
 */
public record MessageFilter(
    MessageStatus status, String eventType, Instant since, Instant until, UUID user) {
  /** The type, when it is one. */
  String exactType() {
    return eventType == null || EventTypes.family(eventType).isPresent() ? null : eventType;
  }

  /** What the family's types begin with, when it is one. */
  String typePrefix() {
    return eventType == null ? null : EventTypes.family(eventType).orElse(null);
  }
}
