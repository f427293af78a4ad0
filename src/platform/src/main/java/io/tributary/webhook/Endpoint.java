package io.tributary.webhook;

import java.time.Instant;
import java.util.List;

/**
 * An endpoint as the management API shows it.
 *
 * @param rateLimit messages per second; null = none
 * @param filterTypes event types and families of types it gets; null = all, also future ones
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
