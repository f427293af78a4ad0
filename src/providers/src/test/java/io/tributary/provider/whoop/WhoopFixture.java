package io.tributary.provider.whoop;

import static io.tributary.provider.VendorDocuments.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.Batch;
import io.tributary.model.Resource;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.VendorDocuments;
import io.tributary.provider.doc.DocSet;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Documents of {@code src/test/resources/provider/whoop_v2}, and records as clients see them. */
final class WhoopFixture {
  static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  static final AccountFacts FACTS = facts(Optional.empty());

  private WhoopFixture() {}

  static AccountFacts facts(Optional<ZoneId> zone) {
    return new AccountFacts(zone, Instant.parse("2026-02-20T23:30:00Z"), Optional.empty());
  }

  static JsonNode file(String name) {
    return VendorDocuments.file("whoop_v2", name);
  }

  static Batch cycles(JsonNode documents) {
    return batch(WhoopFeed.CYCLE, new DocSet().add(WhoopKind.CYCLE, documents));
  }

  static Batch sleeps(JsonNode documents) {
    return batch(
        WhoopFeed.SLEEP,
        new DocSet().add(WhoopKind.SLEEP, documents).add(WhoopKind.RECOVERY, file("recoveries")));
  }

  static Batch workouts(JsonNode documents) {
    return batch(WhoopFeed.WORKOUT, new DocSet().add(WhoopKind.WORKOUT, documents));
  }

  static Batch batch(WhoopFeed feed, DocSet documents) {
    return WhoopNormaliser.normalise(feed, documents, FACTS);
  }

  static List<JsonNode> wire(Batch batch, Resource resource) {
    return batch.only(Set.of(resource)).summaries().stream().map(WhoopFixture::wire).toList();
  }

  private static JsonNode wire(SourcedSummary summary) {
    return json(summary.content(USER));
  }
}
