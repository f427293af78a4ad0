package io.tributary.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.kernel.Tenant;
import java.util.Objects;
import java.util.UUID;

/**
 * A fact for the customer: webhooks.md §1.
 *
 * @param userId null only where no user is known
 * @param clientUserId the customer's reference, null when the user has none
 * @param data the value of {@code data}
 */
public record Event(String type, Tenant tenant, UUID userId, String clientUserId, JsonNode data) {
  public Event {
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(data, "data");
    if (!EventTypes.known(type)) {
      throw new IllegalArgumentException("event type: " + type);
    }
  }
}
