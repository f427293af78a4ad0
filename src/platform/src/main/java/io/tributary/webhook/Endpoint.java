package io.tributary.webhook;

import java.time.Instant;
import java.util.List;

/**
 * Webhook endpoint as shown by the management API.
 *
 * @param rateLimit messages per second; null for no limit
 * @param filterTypes event types and type families to receive; null for all, including future ones
 * @param ordered whether a user's messages wait for that user's earlier ones
 */
public record Endpoint(
    String id,
    String url,
    String description,
    Integer rateLimit,
    boolean disabled,
    List<String> filterTypes,
    boolean ordered,
    Instant createdAt,
    Instant updatedAt) {
  public Endpoint {
    filterTypes = filterTypes == null ? null : List.copyOf(filterTypes);
  }
}
