package io.tributary.provider.fitbit;

import static io.tributary.provider.VendorDocumentReader.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.AccountContext;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Documents of {@code src/test/resources/provider/fitbit}, and records as clients see them. */
final class FitbitFixture {
  static final ObjectMapper JSON = new ObjectMapper();
  static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  static final LocalDate DAY = LocalDate.of(2026, 3, 2);
  static final AccountContext BERLIN = zones("[{\"zone\":\"Europe/Berlin\"}]");

  static AccountContext zones(String list) {
    return new AccountContext(
        Optional.empty(),
        Instant.parse("2026-01-01T00:00:00Z"),
        Optional.empty(),
        Optional.empty(),
        (ObjectNode) json("{\"zones\":" + list + "}"));
  }

  static JsonNode file(String name) {
    return VendorDocumentReader.file("fitbit", name);
  }

  static JsonNode asked(LocalDate day, JsonNode answer) {
    ObjectNode out = JSON.createObjectNode().put(FetchContext.ASKED_DAY, day.toString());
    out.set(FetchContext.ANSWER, answer);
    return out;
  }

  static NormalizedBatch one(
      FitbitFeed feed, FitbitDocumentKind kind, JsonNode documents, AccountContext facts) {
    return FitbitNormalizer.normalise(feed, new DocumentSet().add(kind, documents), facts);
  }

  static NormalizedBatch one(FitbitFeed feed, FitbitDocumentKind kind, String documents) {
    return one(feed, kind, json(documents), BERLIN);
  }

  static NormalizedBatch sleep(JsonNode sleeps, AccountContext facts) {
    return FitbitNormalizer.normalise(
        FitbitFeed.SLEEP,
        new DocumentSet()
            .add(FitbitDocumentKind.NIGHT, sleeps)
            .add(FitbitDocumentKind.BREATHS, file("breaths")),
        facts);
  }

  static NormalizedBatch minutes(FitbitDocumentKind kind, LocalDate day, String dataset) {
    String answer =
        "{\"activities-"
            + kind.wire()
            + "\":[{\"dateTime\":\"2026-03-02\",\"value\":\"9876\"}],\"activities-"
            + kind.wire()
            + "-intraday\":{\"datasetInterval\":1,\"dataset\":"
            + dataset
            + "}}";
    FitbitFeed feed = kind == FitbitDocumentKind.HEART ? FitbitFeed.HEART : FitbitFeed.MINUTES;
    return one(feed, kind, asked(day, json(answer)), BERLIN);
  }

  static List<JsonNode> wire(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).summaries().stream()
        .map(s -> json(s.content(USER)))
        .toList();
  }

  static List<Sample> samples(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).samples();
  }

  static List<String> told(List<Sample> samples) {
    return samples.stream().map(s -> s.at() + " " + s.offsetSeconds() + " " + s.value()).toList();
  }

  private FitbitFixture() {}
}
