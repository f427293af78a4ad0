package io.tributary.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.ingest.TestUser;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Deprecated reads that are derived from sleep cycles and samples. */
class SleepReadTest {
  private static final Source WATCH = Source.of("fitbit", SourceType.WATCH);
  private static final Source RING = Source.of("oura", SourceType.RING);
  private static final Instant BED = Instant.parse("2026-03-01T22:00:00Z");
  private static final String MARCH = "?start_date=2026-03-01&end_date=2026-03-31";

  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_READ_PAGE_SIZE", "5");
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static SleepSummary sleep(int night) {
    Instant bed = BED.plusSeconds(night * 86_400L);
    return SleepSummary.of(
            LocalDate.parse("2026-03-02").plusDays(night),
            bed,
            bed.plusSeconds(400),
            SleepType.SHORT_SLEEP)
        .timezoneOffset(3600)
        .build();
  }

  /** Returns four stages of a hundred seconds. */
  private static SleepCycleSummary.Builder cycle(SleepSummary sleep) {
    return SleepCycleSummary.of(sleep.providerKey(), sleep.bedtimeStart(), sleep.bedtimeStop())
        .stage(SleepStage.LIGHT, 0, 100)
        .stage(SleepStage.DEEP, 100, 200)
        .stage(SleepStage.UNKNOWN, 200, 300)
        .stage(SleepStage.AWAKE, 300, 400);
  }

  private static NormalizedBatch nights(int n, Source source) {
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (int i = 0; i < n; i++) {
      b.add(sleep(i), source);
      b.add(cycle(sleep(i)).build(), source);
    }
    return b.build();
  }

  private static String path(TestUser p, String tail) {
    return "/v2/timeseries/" + p.id + "/hypnogram" + tail;
  }

  @Test
  void stagesReadAsSamplesWithTheOffsetOfTheirSleep() {
    TestUser p = TestUser.of(node);
    p.store(nights(1, WATCH));
    JsonNode flat = api.assertValid(node.get(path(p, MARCH)), 200, "getHypnogram").json();
    assertEquals(4, flat.size());
    JsonNode deep = flat.get(1);
    assertEquals("2026-03-01T22:01:40+00:00", deep.get("timestamp").asText());
    assertEquals("2026-03-01T22:01:40+00:00", deep.get("start").asText());
    assertEquals("2026-03-01T22:03:20+00:00", deep.get("end").asText());
    assertEquals(1, deep.get("value").asInt());
    assertEquals(-1, flat.get(2).get("value").asInt());
    assertEquals("stage", deep.get("unit").asText());
    assertEquals(3600, deep.get("timezone_offset").asInt());
    assertTrue(deep.get("type").isNull());
  }

  @Test
  void aNamedZoneDecidesTheOffsetAndNoSleepMeansNone() {
    TestUser p = TestUser.of(node);
    p.store(
        NormalizedBatch.builder()
            .add(cycle(sleep(0)).timeZone("Asia/Kathmandu").build(), WATCH)
            .build());
    assertEquals(20_700, node.get(path(p, MARCH)).json().get(0).get("timezone_offset").asInt());
    TestUser q = TestUser.of(node);
    q.store(NormalizedBatch.builder().add(cycle(sleep(0)).build(), WATCH).build());
    assertTrue(node.get(path(q, MARCH)).json().get(0).get("timezone_offset").isNull());
  }

  @Test
  void pagesHoldEveryStageOnceInOrder() {
    TestUser p = TestUser.of(node);
    p.store(nights(3, WATCH));
    p.store(nights(2, RING));
    List<String> seen = new ArrayList<>();
    Set<String> providers = new TreeSet<>();
    String next = "";
    int pages = 0;
    do {
      JsonNode page =
          api.assertValid(
                  node.get(path(p, "/grouped" + MARCH + "&next_cursor=" + next)),
                  200,
                  "getHypnogramGrouped")
              .json();
      int samples = 0;
      for (var provider : page.get("groups").properties()) {
        providers.add(provider.getKey());
        for (JsonNode group : provider.getValue()) {
          assertEquals(provider.getKey(), group.at("/source/provider").asText());
          for (JsonNode s : group.get("data")) {
            seen.add(provider.getKey() + s.get("timestamp").asText());
            samples++;
          }
        }
      }
      pages++;
      next = page.get("next_cursor").isNull() ? null : page.get("next_cursor").asText();
      assertEquals(next == null ? 20 % 5 == 0 ? 5 : 0 : 5, samples);
    } while (next != null);
    assertEquals(4, pages);
    assertEquals(20, seen.size());
    assertEquals(20, Set.copyOf(seen).size());
    assertEquals(Set.of("fitbit", "oura"), providers);
    JsonNode one = node.get(path(p, "/grouped" + MARCH + "&provider=oura")).expect(200).json();
    assertEquals(1, one.get("groups").size());
    assertEquals(8, node.get(path(p, MARCH + "&provider=oura")).json().size());
  }

  @Test
  void boundsAreThoseOfTheStageNotOfTheNight() {
    TestUser p = TestUser.of(node);
    p.store(nights(2, WATCH));
    String range = "?start_date=2026-03-01T22:01:40Z&end_date=2026-03-01T22:03:20Z";
    assertEquals(2, node.get(path(p, range)).expect(200).json().size());
    JsonNode grouped = node.get(path(p, "/grouped" + range)).expect(200).json();
    assertEquals(2, grouped.at("/groups/fitbit/0/data").size());
    assertTrue(grouped.get("next_cursor").isNull());
    JsonNode none = node.get(path(p, "/grouped?start_date=2026-04-01&end_date=2026-04-02")).json();
    assertEquals(0, none.get("groups").size());
  }

  @Test
  void noEventTellsOfStages() {
    TestUser p = TestUser.of(node);
    p.store(nights(1, WATCH));
    assertEquals(
        Set.of("daily.data.sleep.created", "daily.data.sleep_cycle.created"),
        Set.copyOf(p.eventTypes()));
  }

  @Test
  void refusalsAreThoseOfOtherReads() {
    TestUser p = TestUser.of(node);
    api.assertValid(node.get(path(p, "/grouped")), 422, "getHypnogramGrouped");
    api.assertValid(
        node.get(path(p, "/grouped" + MARCH + "&next_cursor=x")), 400, "getHypnogramGrouped");
    api.assertValid(node.get(path(p, "")), 422, "getHypnogram");
    String other = "/v2/timeseries/" + Ids.uuid() + "/hypnogram";
    api.assertValid(node.get(other + MARCH), 404, "getHypnogram");
    api.assertValid(node.get(other + "/grouped" + MARCH), 404, "getHypnogramGrouped");
  }

  private static JsonNode stream(UUID sleep) {
    return api.assertValid(
            node.get("/v2/timeseries/sleep/" + sleep + "/stream"), 200, "getSleepStream")
        .json();
  }

  @Test
  void aSleepStreamHoldsWhatItsProviderMeasuredInTheSession() {
    TestUser p = TestUser.of(node);
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    b.add(sleep(0), WATCH).add(cycle(sleep(0)).build(), WATCH);
    for (int at : List.of(-1, 0, 200, 400, 401)) {
      b.add(Sample.point(Resource.HEARTRATE, WATCH, BED.plusSeconds(at), 3600, 50));
    }
    b.add(Sample.point(Resource.HRV, WATCH, BED.plusSeconds(10), 3600, 44.5));
    b.add(Sample.point(Resource.RESPIRATORY_RATE, WATCH, BED.plusSeconds(20), 3600, 14));
    b.add(Sample.point(Resource.HRV, RING, BED.plusSeconds(30), 3600, 60));
    p.store(b.build());
    JsonNode json = stream(new SourcedSummary(sleep(0), WATCH).id(p.id));
    assertEquals(3, json.get("heartrate").size());
    assertEquals(1, json.get("hrv").size());
    assertEquals(44.5, json.at("/hrv/0/value").asDouble());
    assertEquals("rmssd", json.at("/hrv/0/unit").asText());
    assertEquals(1, json.get("respiratory_rate").size());
    assertEquals(4, json.get("hypnogram").size());
    assertEquals(2, json.at("/hypnogram/0/value").asInt());
  }

  @Test
  void aSleepWithoutMoreHasEmptyArrays() {
    TestUser p = TestUser.of(node);
    p.store(NormalizedBatch.builder().add(sleep(0), WATCH).build());
    JsonNode json = stream(new SourcedSummary(sleep(0), WATCH).id(p.id));
    assertEquals(4, json.size());
    json.forEach(array -> assertEquals(0, array.size()));
  }

  @Test
  void unknownForeignAndDeletedSleepsAre404() {
    String tail = "/stream";
    api.assertValid(node.get("/v2/timeseries/sleep/" + Ids.uuid() + tail), 404, "getSleepStream");
    api.assertValid(node.get("/v2/timeseries/sleep/x" + tail), 422, "getSleepStream");
    for (TestUser p :
        List.of(
            TestUser.of(node, new Tenant(node.first().team(), Environment.PRODUCTION)),
            TestUser.of(node))) {
      p.store(nights(1, WATCH));
      UUID id = new SourcedSummary(sleep(0), WATCH).id(p.id);
      node.call("DELETE", "/v2/user/" + p.id, null);
      api.assertValid(node.get("/v2/timeseries/sleep/" + id + tail), 404, "getSleepStream");
    }
  }
}
