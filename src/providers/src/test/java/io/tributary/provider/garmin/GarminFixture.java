package io.tributary.provider.garmin;

import static io.tributary.provider.VendorDocumentReader.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The notification of {@code src/test/resources/provider/garmin}, and records as clients see them.
 */
final class GarminFixture {
  static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  static final AccountContext FACTS = facts(Optional.empty());

  private GarminFixture() {}

  static AccountContext facts(Optional<ZoneId> zone) {
    return new AccountContext(zone, Instant.parse("2026-02-20T23:30:00Z"), Optional.empty());
  }

  /** Returns a notification of all types with inline summaries. */
  static ObjectNode push() {
    return (ObjectNode) VendorDocumentReader.file("garmin", "push");
  }

  /** Returns the records of one type in the notification. */
  static NormalizedBatch batch(GarminDocumentKind kind) {
    return batch(kind, push().path(kind.wire()));
  }

  static NormalizedBatch batch(GarminDocumentKind kind, JsonNode summaries) {
    return batch(kind, summaries, FACTS);
  }

  static NormalizedBatch batch(GarminDocumentKind kind, JsonNode summaries, AccountContext facts) {
    return GarminNormalizer.normalise(
        GarminFeed.of(kind), new DocumentSet().add(kind, summaries), facts);
  }

  /** Returns the records of a resource without envelope fields. */
  static List<JsonNode> wire(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).summaries().stream()
        .map(
            s ->
                (JsonNode)
                    ((ObjectNode) json(s.content(USER)))
                        .remove(List.of("id", "user_id", "created_at", "updated_at")))
        .toList();
  }
}
