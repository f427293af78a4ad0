package io.tributary.provider.googlehealth;

import static io.tributary.provider.VendorDocuments.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.Batch;
import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.VendorDocuments;
import io.tributary.provider.doc.DocSet;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Documents of {@code src/test/resources/provider/google_health}, and records as clients see. */
final class GoogleFixture {
  static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  static final AccountFacts FACTS = facts(null);

  private GoogleFixture() {}

  static AccountFacts facts(String zone) {
    return new AccountFacts(
        Optional.ofNullable(zone).map(ZoneId::of),
        Instant.parse("2026-02-20T23:30:00Z"),
        Optional.empty());
  }

  static JsonNode file(String name) {
    return VendorDocuments.file("google_health", name);
  }

  /** What a feed makes of documents that are listed by the names of their kinds. */
  static Batch read(GoogleFeed feed, JsonNode byKind, AccountFacts facts) {
    DocSet documents = new DocSet();
    byKind.properties().forEach(e -> documents.add(GoogleKind.valueOf(e.getKey()), e.getValue()));
    return GoogleNormaliser.normalise(feed, documents, facts);
  }

  static Batch points(GoogleFeed feed) {
    return read(feed, file("points"), FACTS);
  }

  static Batch one(GoogleFeed feed, GoogleKind kind, JsonNode documents) {
    return GoogleNormaliser.normalise(feed, new DocSet().add(kind, documents), FACTS);
  }

  static List<JsonNode> wire(Batch batch, Resource resource) {
    return batch.only(Set.of(resource)).summaries().stream()
        .map(s -> json(s.content(USER)))
        .toList();
  }
}
