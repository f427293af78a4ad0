package io.tributary.webhook;

import io.tributary.event.EventTypes;
import java.time.Instant;
import java.util.UUID;

/**
 * Filter on the messages of an endpoint. A null component matches everything.
 *
 * @param eventType a type, or a type family such as {@code labtest.*}
 * @param since inclusive
 * @param until exclusive
 */
public record MessageFilter(
    MessageStatus status, String eventType, Instant since, Instant until, UUID user) {
  /** Returns the type if the filter is an exact type, otherwise null. */
  String exactType() {
    return eventType == null || EventTypes.familyPrefix(eventType).isPresent() ? null : eventType;
  }

  /** Returns the type prefix if the filter is a family, otherwise null. */
  String typePrefix() {
    return eventType == null ? null : EventTypes.familyPrefix(eventType).orElse(null);
  }
}
