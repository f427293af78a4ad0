package io.tributary.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Tenant;
import java.util.Objects;
import java.util.UUID;

/**
 * A fact for the customer: webhooks.md §1.
 *
 * @param userId null only where no user is known
 * @param clientUserId the customer's reference, null when the user has none
 * @param data the value of {@code data}
 * @param audience who gets it
 * @param about whose data it holds, and with whom it is erased; mostly the same as userId
 */
public record Event(
    String type,
    Tenant tenant,
    UUID userId,
    String clientUserId,
    JsonNode data,
    Audience audience,
    UUID about) {
  /** Which kinds of destination an event is for. */
  public enum Audience {
    ALL,

    /** Backfill and raw documents: webhooks.md §7. */
    STREAMS
  }

  public Event {
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(data, "data");
    boolean raw = audience == Audience.STREAMS && EventTypes.raw(type);
    if (!raw && !EventTypes.known(type)) {
      throw new IllegalArgumentException("event type: " + type);
    }
  }

  /** For every destination that accepts its type. */
  public Event(String type, Tenant tenant, UUID userId, String clientUserId, JsonNode data) {
    this(type, tenant, userId, clientUserId, data, Audience.ALL);
  }

  /** About the user that it names. */
  public Event(
      String type,
      Tenant tenant,
      UUID userId,
      String clientUserId,
      JsonNode data,
      Audience audience) {
    this(type, tenant, userId, clientUserId, data, audience, userId);
  }
}
