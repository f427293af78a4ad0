package io.tributary.model;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * Stored summary, ready for rendering.
 *
 * @param content the JSON object of {@link SummaryRenderer#content}, in any key order and spacing
 * @param createdAt time of the first ingestion
 * @param updatedAt time of the last change; increases with every change
 */
public record StoredSummary(
    Resource resource,
    UUID id,
    UUID userId,
    Source source,
    Instant createdAt,
    Instant updatedAt,
    String content) {
  public StoredSummary {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
    if (!resource.isSummary()) {
      throw new IllegalArgumentException("resource is not a summary");
    }
    content = content.strip();
    if (!content.startsWith("{") || !content.endsWith("}")) {
      throw new IllegalArgumentException("content is not a JSON object");
    }
  }
}
