package io.tributary.provider.oura;

import static io.tributary.provider.VendorDocumentReader.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleJson;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Documents of {@code src/test/resources/oura}, and records as clients see them. */
final class OuraFixture {
  static final ObjectMapper JSON = new ObjectMapper();
  static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  static final Instant LINKED = Instant.parse("2026-02-20T23:30:00Z");
  static final AccountContext NO_ZONE =
      new AccountContext(Optional.empty(), LINKED, Optional.empty());
  static final AccountContext HELSINKI =
      new AccountContext(Optional.of(ZoneId.of("Europe/Helsinki")), LINKED, Optional.empty());

  private OuraFixture() {}

  static DocumentSet documents(String file) {
    return without(file, Set.of());
  }

  /** Returns the documents as if the scopes of these collections had been declined. */
  static DocumentSet without(String file, Set<OuraCollection> denied) {
    try (InputStream in = OuraFixture.class.getResourceAsStream("/oura/" + file + ".json")) {
      JsonNode all = JSON.readTree(in);
      DocumentSet documents = new DocumentSet();
      for (OuraCollection c : OuraCollection.values()) {
        if (all.has(c.wire()) && !denied.contains(c)) {
          documents.add(c, all.get(c.wire()));
        }
      }
      return documents;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static NormalizedBatch batch(OuraFeed feed, String file) {
    return OuraNormalizer.normalise(feed, documents(file), NO_ZONE);
  }

  static List<SourcedSummary> summaries(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).summaries();
  }

  static List<Sample> samples(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).samples();
  }

  static JsonNode wire(SourcedSummary summary) {
    return json(summary.content(USER));
  }

  static JsonNode wire(Sample sample) {
    return json(new String(SampleJson.of(sample), StandardCharsets.UTF_8));
  }
}
