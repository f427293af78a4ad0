package io.tributary.provider.googlehealth;

import static io.tributary.provider.VendorDocumentReader.json;

import com.fasterxml.jackson.databind.JsonNode;
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
 * Documents of {@code src/test/resources/provider/google_health}, and records as clients see them.
 */
final class GoogleHealthFixture {
  static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  static final AccountContext FACTS = facts(null);

  private GoogleHealthFixture() {}

  static AccountContext facts(String zone) {
    return new AccountContext(
        Optional.ofNullable(zone).map(ZoneId::of),
        Instant.parse("2026-02-20T23:30:00Z"),
        Optional.empty());
  }

  static JsonNode file(String name) {
    return VendorDocumentReader.file("google_health", name);
  }

  /** Returns a feed's records from documents that are keyed by the names of their kinds. */
  static NormalizedBatch read(GoogleHealthFeed feed, JsonNode byKind, AccountContext facts) {
    DocumentSet documents = new DocumentSet();
    byKind
        .properties()
        .forEach(e -> documents.add(GoogleHealthDocumentKind.valueOf(e.getKey()), e.getValue()));
    return GoogleHealthNormalizer.normalise(feed, documents, facts);
  }

  static NormalizedBatch points(GoogleHealthFeed feed) {
    return read(feed, file("points"), FACTS);
  }

  static NormalizedBatch one(
      GoogleHealthFeed feed, GoogleHealthDocumentKind kind, JsonNode documents) {
    return GoogleHealthNormalizer.normalise(feed, new DocumentSet().add(kind, documents), FACTS);
  }

  static List<JsonNode> wire(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).summaries().stream()
        .map(s -> json(s.content(USER)))
        .toList();
  }
}
