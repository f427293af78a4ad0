package io.tributary.read;

import static io.tributary.read.ReadFixture.DAY;
import static io.tributary.read.ReadFixture.MARCH;
import static io.tributary.read.ReadFixture.NOON;
import static io.tributary.read.ReadFixture.RING;
import static io.tributary.read.ReadFixture.WATCH;
import static io.tributary.read.ReadFixture.bpm;
import static io.tributary.read.ReadFixture.heartRates;
import static io.tributary.read.ReadFixture.oneOfEach;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.ingest.TestUser;
import io.tributary.model.ActivitySummary;
import io.tributary.model.LegacySource;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.SourcedSummary;
import io.tributary.model.StoredSummary;
import io.tributary.model.SummaryRenderer;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Summaries with all fields, by date range, and isolated by team. */
class ReadTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_READ_PAGE_SIZE", "7");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Set<String> keys(JsonNode node) {
    Set<String> out = new TreeSet<>();
    node.fieldNames().forEachRemaining(out::add);
    return out;
  }

  private static Set<String> rendered(SourcedSummary s, UUID user) {
    return keys(
        SummaryRenderer.node(
            new StoredSummary(
                s.summary().resource(), s.id(user), user, s.source(), NOON, NOON, s.content(user)),
            Optional.of(new LegacySource("", "", ""))));
  }

  @Test
  void everySummaryReadsWithAllItsKeys() {
    TestUser p = TestUser.of(node);
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    oneOfEach().forEach(s -> b.add(s.summary(), s.source()));
    p.store(b.build());
    int seen = 0;
    for (SourcedSummary s : oneOfEach()) {
      Resource r = s.summary().resource();
      JsonNode read = node.get("/v2/summary/" + r.path() + "/" + p.id + MARCH).expect(200).json();
      JsonNode one =
          r == Resource.PROFILE ? read : read.get(r == Resource.MEAL ? "meals" : r.wire()).get(0);
      assertEquals(rendered(s, p.id), keys(one), r.wire());
      assertEquals(s.id(p.id).toString(), one.get("id").asText());
      JsonNode event =
          p.events().stream()
              .filter(
                  e -> e.get("event_type").asText().equals("daily.data." + r.wire() + ".created"))
              .findFirst()
              .orElseThrow()
              .get("data");
      assertEquals(keys(event), keys(one));
      assertEquals(event.get("updated_at"), one.get("updated_at"));
      seen++;
    }
    assertEquals(9, seen);
  }

  @Test
  void anEmptyRangeIsAnEmptyArrayAndNoProfileIs404() {
    TestUser p = TestUser.of(node);
    assertEquals(
        "{\"activity\":[]}", node.get("/v2/summary/activity/" + p.id + MARCH).expect(200).text());
    assertEquals(
        "{\"meals\":[]}",
        node.get("/v2/summary/meal/" + p.id + MARCH + "&provider=nobody").expect(200).text());
    node.get("/v2/summary/profile/" + p.id).expect(404);
    JsonNode groups = node.get(bpm(p, MARCH)).expect(200).json();
    assertEquals(0, groups.get("groups").size());
    assertTrue(groups.get("next_cursor").isNull());
    assertEquals("[]", node.get("/v2/timeseries/" + p.id + "/heartrate" + MARCH).text());
    assertEquals(
        "{\"devices\":[]}", node.get("/v2/summary/devices/" + p.id + "/raw").expect(200).text());
    assertEquals(
        "{\"sleep\":[]}",
        node.get("/v2/summary/sleep/" + p.id + "/raw" + MARCH).expect(200).text());
  }

  @Test
  void foreignDeletedAndUnknownUsersAre404() {
    TestUser p = TestUser.of(node);
    p.store(heartRates(0, 3, WATCH));
    UUID team = Ids.uuid();
    String key = "sk_us_" + "x".repeat(32) + p.id.toString().substring(24);
    node.db()
        .query(
            "insert into team (id, org_id, name) values ($1, $2, 'other')",
            team,
            node.first().org());
    node.db()
        .query("insert into team_environment (team_id, environment) values ($1, 'sandbox')", team);
    node.db()
        .query(
            "insert into api_key (id, team_id, environment, key_hash, key_hint) values ($1, $2,"
                + " 'sandbox', $3, '')",
            Ids.uuid(),
            team,
            Encryption.sha256(key));
    List<String> paths =
        List.of(
            bpm(p, MARCH),
            "/v2/timeseries/" + p.id + "/heartrate" + MARCH,
            "/v2/summary/activity/" + p.id + MARCH,
            "/v2/summary/activity/" + p.id + "/raw" + MARCH,
            "/v2/summary/profile/" + p.id,
            "/v2/summary/devices/" + p.id + "/raw");
    for (String path : paths) {
      node.send("GET", path, null, Map.of("x-service-api-key", key)).expect(404);
    }
    node.get(paths.get(0)).expect(200);
    node.db().query("update app_user set deleted_at = now() where id = $1", p.id);
    for (String path : paths) {
      node.get(path).expect(404);
    }
    node.get("/v2/summary/activity/" + UUID.randomUUID() + MARCH).expect(404);
    node.get("/v2/timeseries/" + p.id + "/nonsense/grouped" + MARCH).expect(404);
    node.get("/v2/timeseries/" + p.id + "/activity/grouped" + MARCH).expect(404);
  }

  @Test
  void badRangesAre422() {
    TestUser p = TestUser.of(node);
    for (String path :
        List.of("/v2/summary/sleep/" + p.id, "/v2/timeseries/" + p.id + "/hrv/grouped")) {
      node.get(path).expect(422);
      node.get(path + "?start_date=").expect(422);
      node.get(path + "?start_date=yesterday").expect(422);
      node.get(path + "?start_date=2026-02-30").expect(422);
      node.get(path + "?start_date=2026-03-02&end_date=2026-03-01").expect(422);
      node.get(path + "?start_date=2026-03-01&end_date=soon").expect(422);
      node.get(path + "?start_date=2026-03-01T10:00:00Z&end_date=2026-03-01T09:00:00Z").expect(422);
      node.get(path + "?start_date=2999-01-01").expect(422);
      node.get(path + "?start_date=2026-03-01&end_date=2026-03-01").expect(200);
      node.get(path + "?start_date=2026-03-01").expect(200);
      node.get(path + "?start_date=2026-03-01T10:00:00%2B02:00").expect(200);
      node.get(path + "?start_date=2026-03-01&provider=%00").expect(200);
    }
    node.get("/v2/summary/sleep_cycle/" + p.id + "?start_date=2026-03-01T10:00:00Z").expect(422);
    JsonNode detail = node.get("/v2/summary/body/" + p.id).json().get("detail");
    assertEquals("start_date", detail.get(0).get("loc").get(1).asText());
    node.get("/v2/summary/body/not-a-uuid" + MARCH).expect(422);
  }

  @Test
  void bareDatesAreTheUsersDaysAndDateTimesAreInstants() {
    TestUser p = TestUser.of(node);
    // A day in Auckland begins at 11:00 UTC of the previous day. This day also has 25 hours.
    LocalDate change = LocalDate.parse("2026-04-05");
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (int d = -1; d <= 1; d++) {
      b.add(ActivitySummary.on(change.plusDays(d)).timeZone("Pacific/Auckland").build(), WATCH);
    }
    p.store(b.build());
    String path = "/v2/summary/activity/" + p.id;
    assertEquals(List.of("2026-04-05"), days(path + "?start_date=2026-04-05&end_date=2026-04-05"));
    assertEquals(List.of("2026-04-05", "2026-04-06"), days(path + "?start_date=2026-04-05"));
    assertEquals(
        List.of("2026-04-05"),
        days(path + "?start_date=2026-04-04T11:00:00Z&end_date=2026-04-05T11:59:59Z"));
    assertEquals(
        List.of("2026-04-05", "2026-04-06"),
        days(path + "?start_date=2026-04-04T11:00:00Z&end_date=2026-04-05T12:00:00"));
    assertEquals(
        List.of("2026-04-06"), days(path + "?start_date=2026-04-04T11:00:01Z&end_date=2026-04-05"));
  }

  private static List<String> days(String path) {
    List<String> out = new ArrayList<>();
    node.get(path)
        .expect(200)
        .json()
        .get("activity")
        .forEach(a -> out.add(a.get("calendar_date").asText()));
    return out;
  }

  @Test
  void summariesAreNeverMergedAndFilteredByProvider() {
    TestUser p = TestUser.of(node);
    p.store(
        NormalizedBatch.builder()
            .add(ActivitySummary.on(DAY).steps(1).build(), WATCH)
            .add(ActivitySummary.on(DAY).steps(2).build(), RING)
            .add(ProfileSummary.profile().height(1).build(), WATCH)
            .build());
    p.store(
        NormalizedBatch.builder().add(ProfileSummary.profile().height(2).build(), RING).build());
    String path = "/v2/summary/activity/" + p.id + MARCH;
    assertEquals(2, node.get(path).json().get("activity").size());
    JsonNode one = node.get(path + "&provider=oura").json().get("activity");
    assertEquals(1, one.size());
    assertEquals("oura", one.get(0).get("source").get("provider").asText());
    assertEquals("Oura", one.get(0).get("source").get("name").asText());
    String profile = "/v2/summary/profile/" + p.id;
    assertEquals(2, node.get(profile).json().get("height").asInt());
    assertEquals(1, node.get(profile + "?provider=fitbit").json().get("height").asInt());
  }

  @Test
  void anUnknownResourceIsNamedWithTheOneThatWasProbablyMeant() {
    TestUser p = TestUser.of(node);
    String timeseries = "/v2/timeseries/" + p.id;
    Map<String, String> expected =
        Map.of(
            timeseries + "/heart_rate/grouped",
            "Unknown resource heart_rate. Did you mean heartrate?",
            timeseries + "/heart_rate",
            "Unknown resource heart_rate. Did you mean heartrate?",
            timeseries + "/heart_rate_variability/grouped",
            "Unknown resource heart_rate_variability. Did you mean hrv?",
            timeseries + "/weight/grouped",
            "Unknown resource weight. Did you mean body_weight?",
            timeseries + "/sleep/grouped",
            "sleep is a summary. Read it at /v2/summary/sleep/{user_id}.",
            timeseries + "/nonsense/grouped",
            "Unknown resource nonsense.",
            timeseries + "/a%20b/grouped",
            "Unknown resource.",
            timeseries + "/body_temperature",
            "There is no ungrouped read of body_temperature. Use"
                + " /v2/timeseries/{user_id}/body_temperature/grouped.",
            "/v2/summary/slep/" + p.id,
            "Unknown resource slep. Did you mean sleep?",
            "/v2/summary/heartrate/" + p.id,
            "heartrate is a timeseries. Read it at /v2/timeseries/{user_id}/heartrate/grouped.");
    expected.forEach(
        (path, detail) ->
            assertEquals(
                detail, node.get(path + MARCH).expect(404).json().get("detail").asText(), path));
    assertEquals(
        "no such path", node.get("/v2/summary/sleep").expect(404).json().get("detail").asText());
  }
}
