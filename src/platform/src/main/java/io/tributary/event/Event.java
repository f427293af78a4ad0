package io.tributary.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Tenant;
import java.util.Objects;
import java.util.UUID;

/**
 * Event to be sent to the team's webhooks, streaming destinations and event log.
 *
 * @param userId null only if the event concerns no known user
 * @param clientUserId the customer's own ID of the user; null if the user has none
 * @param data the value of {@code data} in the payload
 * @param audience the kinds of destination that receive the event
 * @param dataOwner the user whose data the event holds; erasing this user erases the event; usually
 *     equal to userId
 */
public record Event(
    String type,
    Tenant tenant,
    UUID userId,
    String clientUserId,
    JsonNode data,
    Audience audience,
    UUID dataOwner) {
  /** Kinds of destination that receive an event. */
  public enum Audience {
    ALL,

    /** Streaming destinations only: backfill and raw documents. */
    STREAMS
  }

  public Event {
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(data, "data");
    boolean raw = audience == Audience.STREAMS && EventTypes.isRaw(type);
    if (!raw && !EventTypes.isKnown(type)) {
      throw new IllegalArgumentException("event type: " + type);
    }
  }

  /** Creates an event for every destination that accepts its type. */
  public Event(String type, Tenant tenant, UUID userId, String clientUserId, JsonNode data) {
    this(type, tenant, userId, clientUserId, data, Audience.ALL);
  }

  /** Creates an event whose data belongs to {@code userId}. */
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
