package io.tributary.provider.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.Feed;
import io.tributary.provider.document.DocumentSet;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that stored documents produce the same records as on the first read. */
class OuraDocumentsTest {
  private static final DocumentMapper MAPPING = OuraAdapter.DOCUMENTS.documentMapper();

  private static final List<String> FILES =
      Arrays.stream(
              new java.io.File("src/providers/src/test/resources/oura")
                  .list((d, name) -> name.endsWith(".json")))
          .map(name -> name.replace(".json", ""))
          .sorted()
          .toList();
  private static final Optional<List<String>> ALL_SCOPES =
      Optional.of(Arrays.stream(OuraCollection.values()).map(OuraCollection::scope).toList());

  private static AccountContext facts(ZoneId zone) {
    return new AccountContext(Optional.ofNullable(zone), OuraFixture.LINKED, ALL_SCOPES);
  }

  private static List<DocumentMapper.Document> kept(DocumentSet documents, AccountContext facts) {
    return OuraDocuments.KEYS.rawDocuments(documents, facts).stream()
        .map(
            r ->
                new DocumentMapper.Document(
                    r.kind(), r.key(), AccountContext.parse(facts.toJsonText()), r.body()))
        .toList();
  }

  private static DocumentSet everything(String file) {
    DocumentSet documents = OuraFixture.documents(file);
    for (OuraCollection c : OuraCollection.values()) {
      documents.add(c, io.tributary.core.Json.array());
    }
    return documents;
  }

  @Test
  void whatIsKeptIsMappedAsItWasWhenItCame() {
    assertTrue(FILES.size() > 2, FILES::toString);
    int records = 0;
    for (String file : FILES) {
      for (ZoneId zone : Arrays.asList(null, ZoneId.of("Europe/Helsinki"))) {
        for (OuraFeed oura : OuraFeed.values()) {
          AccountContext facts = facts(zone);
          DocumentSet documents = everything(file);
          NormalizedBatch then = OuraNormalizer.normalise(oura, documents, facts);
          Feed feed = new Feed(oura.storedName(), oura.resources(), 30, true);
          List<NormalizedBatch> now = MAPPING.normalize(feed, kept(documents, facts));
          String what = file + " " + oura + " " + zone;
          assertEquals(ids(List.of(then), file), ids(now, file), what);
          assertEquals(new HashSet<>(then.samples()), samples(now), what);
          records += then.summaries().size() + then.samples().size();
        }
      }
    }
    assertTrue(records > 50, "records " + records);
  }

  private static Set<String> ids(List<NormalizedBatch> batches, String file) {
    return batches.stream()
        .flatMap(b -> b.summaries().stream())
        .map(s -> s.id(OuraFixture.USER) + s.content(OuraFixture.USER))
        .collect(Collectors.toSet());
  }

  private static Set<Object> samples(List<NormalizedBatch> batches) {
    return batches.stream().flatMap(b -> b.samples().stream()).collect(Collectors.toSet());
  }

  @Test
  void aDocumentNamesTheSummariesItIsTheRecordOf() {
    for (String file : FILES) {
      DocumentSet documents = OuraFixture.documents(file);
      List<RawDocument> raws = OuraDocuments.KEYS.rawDocuments(documents, OuraFixture.NO_ZONE);
      for (OuraFeed feed : OuraFeed.values()) {
        OuraNormalizer.normalise(feed, documents, OuraFixture.NO_ZONE)
            .summaries()
            .forEach(
                s ->
                    assertEquals(
                        1,
                        raws.stream()
                            .filter(
                                r ->
                                    s.summary()
                                        .providerKey()
                                        .equals(r.records().get(s.summary().resource())))
                            .count(),
                        file + " " + s.summary().resource() + " " + s.summary().providerKey()));
      }
    }
  }

  @Test
  void documentsOfTwoZonesAreMappedEachByItsOwn() {
    DocumentSet documents = new DocumentSet();
    documents.add(
        OuraCollection.WORKOUT,
        io.tributary.core.Json.parse(
            """
            [{"id":"w1","day":"2026-03-01","activity":"running","start_datetime":"2026-03-01T10:00:00",
              "end_datetime":"2026-03-01T11:00:00"}]
            """));
    AccountContext east = facts(ZoneId.of("Asia/Kolkata"));
    AccountContext utc = facts(null);
    Feed feed = new Feed("workout", Set.of(Resource.WORKOUTS), 30, true);
    DocumentMapper.Document first = kept(documents, east).getFirst();
    DocumentMapper.Document second =
        new DocumentMapper.Document(first.kind(), "w2", utc, first.body().deepCopy());
    ((com.fasterxml.jackson.databind.node.ObjectNode) second.body()).put("id", "w2");
    List<NormalizedBatch> out = MAPPING.normalize(feed, List.of(first, second));
    assertEquals(2, out.size());
    assertEquals(
        19_800 * -1000L,
        out.get(0).summaries().getFirst().summary().start().orElseThrow().toEpochMilli()
            - out.get(1).summaries().getFirst().summary().start().orElseThrow().toEpochMilli());
  }

  @Test
  void aScopeThatWasMissingStaysMissing() {
    AccountContext facts =
        new AccountContext(Optional.empty(), OuraFixture.LINKED, Optional.of(List.of("spo2")));
    DocumentSet documents = new DocumentSet();
    documents.add(
        OuraCollection.DAILY_SPO2,
        io.tributary.core.Json.parse(
            "[{\"id\":\"s\",\"day\":\"2026-03-01\",\"spo2_percentage\":{\"average\":97}}]"));
    Feed feed = new Feed("spo2", Set.of(Resource.BLOOD_OXYGEN), 90, true);
    // Without the sleep scope, the reading is at the start of its day; with the scope, it needs a
    // night.
    assertEquals(1, MAPPING.normalize(feed, kept(documents, facts)).getFirst().samples().size());
    assertTrue(
        MAPPING.normalize(feed, kept(documents, facts(null))).getFirst().samples().isEmpty());
    assertFalse(facts.isGranted("daily"));
  }
}
