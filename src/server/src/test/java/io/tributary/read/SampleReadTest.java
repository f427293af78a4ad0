package io.tributary.read;

import static io.tributary.read.ReadFixture.MARCH;
import static io.tributary.read.ReadFixture.NOON;
import static io.tributary.read.ReadFixture.RING;
import static io.tributary.read.ReadFixture.WATCH;
import static io.tributary.read.ReadFixture.bpm;
import static io.tributary.read.ReadFixture.heartRates;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.ingest.TestUser;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that pages of samples are complete and in order. */
class SampleReadTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_READ_PAGE_SIZE", "7");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void pagesTogetherAreEverySampleOnceInOrderOfTime() {
    TestUser p = TestUser.of(node);
    p.store(heartRates(0, 20, WATCH));
    p.store(heartRates(5, 15, RING));
    p.store(heartRates(7, 9, Source.of("fitbit", SourceType.SCALE)));
    for (String name : List.of("next_cursor", "cursor")) {
      List<String> seen = new ArrayList<>();
      String latest = "";
      String cursor = "";
      int pages = 0;
      do {
        JsonNode page = node.get(bpm(p, MARCH + "&" + name + "=" + cursor)).expect(200).json();
        assertEquals(page.get("next"), page.get("next_cursor"));
        List<String> times = new ArrayList<>();
        for (var provider : page.get("groups").properties()) {
          for (JsonNode group : provider.getValue()) {
            assertEquals(provider.getKey(), group.get("source").get("provider").asText());
            for (JsonNode s : group.get("data")) {
              times.add(s.get("timestamp").asText());
              seen.add(group.get("source") + s.get("timestamp").asText());
            }
          }
        }
        assertTrue(times.size() <= 7);
        for (String t : times) {
          assertTrue(t.compareTo(latest) >= 0);
        }
        latest = times.stream().max(String::compareTo).orElseThrow();
        cursor = page.get("next_cursor").isNull() ? null : page.get("next_cursor").asText();
        pages++;
      } while (cursor != null);
      assertEquals(32, seen.size());
      assertEquals(32, new HashSet<>(seen).size());
      assertEquals(5, pages);
    }
  }

  @Test
  void aPageIsStableWhileDataIsAdded() {
    TestUser p = TestUser.of(node);
    p.store(heartRates(100, 120, WATCH));
    JsonNode first = node.get(bpm(p, MARCH)).json();
    p.store(heartRates(0, 50, WATCH));
    JsonNode second =
        node.get(bpm(p, MARCH + "&next_cursor=" + first.get("next_cursor").asText())).json();
    assertEquals(
        "2026-03-01T12:01:47+00:00",
        second.get("groups").get("fitbit").get(0).get("data").get(0).get("timestamp").asText());
  }

  @Test
  void aCursorOfOtherFiltersOrABrokenOneIs400() {
    TestUser p = TestUser.of(node);
    p.store(heartRates(0, 20, WATCH));
    String cursor = "&next_cursor=" + node.get(bpm(p, MARCH)).json().get("next_cursor").asText();
    node.get(bpm(p, MARCH + cursor)).expect(200);
    node.get(bpm(p, MARCH + "&provider=fitbit" + cursor)).expect(400);
    node.get(bpm(p, "?start_date=2026-03-01&end_date=2026-03-30" + cursor)).expect(400);
    node.get("/v2/timeseries/" + p.id + "/hrv/grouped" + MARCH + cursor).expect(400);
    node.get(bpm(p, MARCH + "&next_cursor=rubbish")).expect(400);
  }

  @Test
  void bothEndsOfARangeAreInclusive() {
    TestUser p = TestUser.of(node);
    p.store(heartRates(0, 4, WATCH));
    assertEquals(
        2, data(bpm(p, "?start_date=2026-03-01T12:00:01Z&end_date=2026-03-01T12:00:02Z")).size());
    p.store(
        NormalizedBatch.builder()
            .add(
                Sample.point(
                    Resource.HEARTRATE, WATCH, Instant.parse("2026-03-02T23:59:59.5Z"), 0, 1))
            .build());
    assertEquals(1, data(bpm(p, "?start_date=2026-03-02&end_date=2026-03-02")).size());
  }

  private static JsonNode data(String path) {
    return node.get(path).expect(200).json().get("groups").get("fitbit").get(0).get("data");
  }

  @Test
  void samplesShowWhatWasStored() {
    TestUser p = TestUser.of(node);
    UUID workout = Ids.uuid();
    p.store(
        NormalizedBatch.builder()
            .add(
                new Sample(
                    Resource.BLOOD_PRESSURE,
                    WATCH,
                    NOON,
                    null,
                    null,
                    120,
                    SampleExtras.diastolic(80)))
            .add(
                new Sample(
                    Resource.NOTE,
                    WATCH,
                    NOON,
                    null,
                    null,
                    0,
                    SampleExtras.note("lunch", List.of("food"))))
            .add(
                Sample.interval(
                    Resource.WORKOUT_DISTANCE,
                    WATCH.withWorkout(workout, "running"),
                    NOON,
                    NOON.plusSeconds(60),
                    -3600,
                    100.5))
            .add(
                new Sample(
                    Resource.CHOLESTEROL,
                    WATCH,
                    NOON,
                    null,
                    0,
                    3,
                    SampleExtras.type("cholesterol/ldl")))
            .add(
                new Sample(
                    Resource.CHOLESTEROL,
                    WATCH,
                    NOON,
                    null,
                    0,
                    1,
                    SampleExtras.type("cholesterol/hdl")))
            .add(Sample.point(Resource.WEIGHT, WATCH, NOON, 0, 70))
            .build());
    String base = "/v2/timeseries/" + p.id + "/";
    JsonNode pressure = data(base + "blood_pressure/grouped" + MARCH).get(0);
    assertEquals(120, pressure.get("systolic").asInt());
    assertEquals(80, pressure.get("diastolic").asInt());
    assertTrue(pressure.get("timezone_offset").isNull());
    JsonNode note = data(base + "note/grouped" + MARCH).get(0);
    assertEquals("lunch", note.get("value").asText());
    assertEquals("[\"food\"]", note.get("tags").toString());
    JsonNode group =
        node.get(base + "workout_distance/grouped" + MARCH)
            .json()
            .get("groups")
            .get("fitbit")
            .get(0);
    assertEquals(workout.toString(), group.get("source").get("workout_id").asText());
    assertEquals("running", group.get("source").get("sport").asText());
    assertEquals("2026-03-01T12:01:00+00:00", group.get("data").get(0).get("end").asText());
    assertEquals(2, data(base + "cholesterol/grouped" + MARCH).size());
    assertEquals(1, node.get(base + "cholesterol/ldl" + MARCH).expect(200).json().size());
    assertEquals(2, node.get(base + "cholesterol" + MARCH).expect(200).json().size());
    assertEquals("kg", data(base + "body_weight/grouped" + MARCH).get(0).get("unit").asText());
    node.get(base + "weight/grouped" + MARCH).expect(404);
  }
}
