package io.tributary.provider.polar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SampleJson;
import io.tributary.provider.AccountContext;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Documents of {@code src/test/resources/provider/polar}, and records as clients see them. */
final class PolarFixture {
  private static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  static final AccountContext FACTS = facts(null);

  private PolarFixture() {}

  static AccountContext facts(String zone) {
    return new AccountContext(
        Optional.ofNullable(zone).map(ZoneId::of),
        Instant.parse("2026-02-20T23:30:00Z"),
        Optional.empty(),
        Optional.of(LocalDate.parse("1986-03-01")),
        Json.object());
  }

  static JsonNode file(String name) {
    try (InputStream in =
        PolarFixture.class.getResourceAsStream("/provider/polar/" + name + ".json")) {
      return Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static JsonNode json(String text) {
    return Json.parse(text.replace('\'', '"'));
  }

  /** Compares the named fields of a record. */
  static void fields(String expected, JsonNode actual) {
    VendorDocumentReader.assertFields(json(expected).toString(), actual);
  }

  static NormalizedBatch exercises(JsonNode documents) {
    return batch(
        PolarFeed.HEART, new DocumentSet().add(PolarDocumentKind.EXERCISE, documents), FACTS);
  }

  static NormalizedBatch nights(JsonNode documents, AccountContext facts) {
    return batch(
        PolarFeed.SLEEP,
        new DocumentSet()
            .add(PolarDocumentKind.NIGHT, documents)
            .add(PolarDocumentKind.RECHARGE, file("recharges")),
        facts);
  }

  static NormalizedBatch batch(PolarFeed feed, DocumentSet documents, AccountContext facts) {
    return PolarNormalizer.normalise(feed, documents, facts);
  }

  /** Returns the records without envelope fields. */
  static List<JsonNode> wire(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).summaries().stream()
        .map(s -> (ObjectNode) Json.parse(s.content(USER)))
        .map(
            o ->
                (JsonNode) o.remove(List.of("id", "user_id", "source", "created_at", "updated_at")))
        .toList();
  }

  /** Returns the samples as {@code time offset value}, in order. */
  static List<String> samples(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).samples().stream()
        .map(s -> s.at() + " " + s.offsetSeconds() + " " + s.value())
        .toList();
  }

  static JsonNode sample(NormalizedBatch batch, Resource resource) {
    return Json.parse(SampleJson.of(batch.retain(Set.of(resource)).samples().getFirst()));
  }
}
