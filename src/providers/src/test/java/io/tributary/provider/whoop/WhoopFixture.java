package io.tributary.provider.whoop;

import static io.tributary.provider.VendorDocumentReader.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Documents of {@code src/test/resources/provider/whoop_v2}, and records as clients see them. */
final class WhoopFixture {
  static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  static final AccountContext FACTS = facts(Optional.empty());

  private WhoopFixture() {}

  static AccountContext facts(Optional<ZoneId> zone) {
    return new AccountContext(zone, Instant.parse("2026-02-20T23:30:00Z"), Optional.empty());
  }

  static JsonNode file(String name) {
    return VendorDocumentReader.file("whoop_v2", name);
  }

  static NormalizedBatch cycles(JsonNode documents) {
    return batch(WhoopFeed.CYCLE, new DocumentSet().add(WhoopDocumentKind.CYCLE, documents));
  }

  static NormalizedBatch sleeps(JsonNode documents) {
    return batch(
        WhoopFeed.SLEEP,
        new DocumentSet()
            .add(WhoopDocumentKind.SLEEP, documents)
            .add(WhoopDocumentKind.RECOVERY, file("recoveries")));
  }

  static NormalizedBatch workouts(JsonNode documents) {
    return batch(WhoopFeed.WORKOUT, new DocumentSet().add(WhoopDocumentKind.WORKOUT, documents));
  }

  static NormalizedBatch batch(WhoopFeed feed, DocumentSet documents) {
    return WhoopNormalizer.normalise(feed, documents, FACTS);
  }

  static List<JsonNode> wire(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).summaries().stream().map(WhoopFixture::wire).toList();
  }

  private static JsonNode wire(SourcedSummary summary) {
    return json(summary.content(USER));
  }
}
