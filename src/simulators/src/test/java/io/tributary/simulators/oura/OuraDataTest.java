package io.tributary.simulators.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OuraDataTest {
  private static final String BASE = "/v2/usercollection/";
  private static OuraSimulatorHarness sim;
  private static OuraSimulatorHarness small;
  private static String token;
  private static String smallToken;

  @BeforeAll
  static void start() {
    sim = new OuraSimulatorHarness(OuraOptions.defaults().withPages(1000, 1_000_000));
    small = new OuraSimulatorHarness(OuraOptions.defaults().withPages(4, 97));
    // Both clocks stop at the same instant, so that the responses are comparable.
    var noon = new JsonObject().put("now", "2026-06-15T12:00:00Z");
    sim.control("clock", noon);
    small.control("clock", noon);
    token = sim.accessToken("ann");
    smallToken = small.accessToken("ann");
  }

  @AfterAll
  static void stop() {
    sim.close();
    small.close();
  }

  private static String days(String collection) {
    return BASE + collection + "?start_date=2026-05-01&end_date=2026-06-10";
  }

  private static final String POINTS =
      BASE
          + "heartrate?start_datetime=2026-05-20T00:00:00Z"
          + "&end_datetime=2026-06-10T00:00:00%2B00:00";

  @Test
  void pagesGiveExactlyTheUnpagedSet() {
    for (OuraDataCollection collection : OuraDataCollection.values()) {
      if (collection.kind == OuraDataCollection.Kind.DATED) {
        JsonArray whole = sim.pages(days(collection.path), token);
        assertEquals(whole, small.pages(days(collection.path), smallToken), collection.path);
        assertTrue(whole.size() > 1, collection.path);
      }
    }
    JsonArray whole = sim.pages(POINTS, token);
    assertTrue(whole.size() > 4000);
    assertEquals(whole, small.pages(POINTS, smallToken));
  }

  @Test
  void aPageTokenBelongsToItsQuery() {
    String next = small.ok(days("sleep"), smallToken).getString("next_token");
    assertEquals(400, small.get(BASE + "workout?next_token=" + next, smallToken).statusCode());
    assertEquals(
        400,
        small
            .get(BASE + "sleep?start_date=2026-05-02&next_token=" + next, smallToken)
            .statusCode());
    assertEquals(400, small.get(BASE + "sleep?next_token=%21", smallToken).statusCode());
    assertEquals(200, small.get(BASE + "sleep?next_token=" + next, smallToken).statusCode());
  }

  @Test
  void documentsAreFoundByTheirId() {
    for (OuraDataCollection collection : OuraDataCollection.values()) {
      if (collection.kind == OuraDataCollection.Kind.DATED) {
        JsonObject first = sim.pages(days(collection.path), token).getJsonObject(0);
        String path = BASE + collection.path + "/";
        assertEquals(first, sim.ok(path + first.getString("id"), token), collection.path);
        assertEquals(404, sim.get(path + "nothing", token).statusCode());
        assertEquals(
            404, sim.get(path + "8e6b1f6e-6c0e-4e0e-8f7a-0123456789ab", token).statusCode());
      }
    }
    JsonObject ring = sim.pages(BASE + "ring_configuration?x", token).getJsonObject(0);
    assertEquals(ring, sim.ok(BASE + "ring_configuration/" + ring.getString("id"), token));
  }

  @Test
  void windowsAreChecked() {
    assertEquals(
        400, sim.get(BASE + "sleep?start_date=2026-06-02&end_date=2026-06-01", token).statusCode());
    var bad = sim.get(BASE + "sleep?start_date=02.06.2026", token);
    assertEquals(422, bad.statusCode());
    assertEquals(
        new JsonArray().add("query").add("start_date"),
        bad.bodyAsJsonObject().getJsonArray("detail").getJsonObject(0).getJsonArray("loc"));
    assertEquals(422, sim.get(BASE + "heartrate?start_datetime=today", token).statusCode());
    String thirty = "heartrate?start_datetime=2026-05-01T00:00:00Z&end_datetime=2026-05-31T00:00:0";
    assertEquals(200, sim.get(BASE + thirty + "0Z", token).statusCode());
    assertEquals(400, sim.get(BASE + thirty + "1Z", token).statusCode());
  }

  @Test
  void nothingComesFromTheFutureOrFromBeforeTheRing() {
    Instant now = Instant.parse("2026-06-15T12:00:00Z");
    LocalDate first = LocalDate.of(2026, 5, 15);
    for (Object item : sim.pages(BASE + "sleep?start_date=2000-01-01&end_date=2030-01-01", token)) {
      var sleep = (JsonObject) item;
      assertFalse(
          OffsetDateTime.parse(sleep.getString("bedtime_end")).toInstant().isAfter(now), "future");
      assertFalse(LocalDate.parse(sleep.getString("day")).isBefore(first), "too old");
    }
    String around =
        "heartrate?start_datetime=2026-06-15T00:00:00Z&end_datetime=2026-06-16T00:00:00Z";
    var points = sim.pages(BASE + around, token);
    String last = points.getJsonObject(points.size() - 1).getString("timestamp");
    assertFalse(OffsetDateTime.parse(last).toInstant().isAfter(now));
  }

  @Test
  void todaysActivityGrowsUnderOneId() {
    try (var day = new OuraSimulatorHarness(OuraOptions.defaults())) {
      day.control("clock", new JsonObject().put("now", "2026-06-15T09:00:00Z"));
      day.control("users", new JsonObject().put("name", "walker").put("zone", "Europe/Helsinki"));
      JsonObject noon = activity(day, "2026-06-15T09:00:00Z");
      JsonObject evening = activity(day, "2026-06-15T18:00:00Z");
      assertEquals(noon.getString("id"), evening.getString("id"));
      assertTrue(noon.getInteger("steps") < evening.getInteger("steps"));
      assertTrue(noon.getInteger("total_calories") < evening.getInteger("total_calories"));
      assertTrue(
          evening.getString("class_5_min").startsWith(noon.getString("class_5_min")), "same day");
      JsonObject later = activity(day, "2026-06-16T01:00:01Z");
      assertEquals(later, activity(day, "2026-06-20T01:00:01Z"));
    }
  }

  private static JsonObject activity(OuraSimulatorHarness day, String now) {
    day.control("clock", new JsonObject().put("now", now));
    return day.ok(
            BASE + "daily_activity?start_date=2026-06-15&end_date=2026-06-15",
            day.accessToken("walker"))
        .getJsonArray("data")
        .getJsonObject(0);
  }

  @Test
  void theCensusAgreesWithAFullPull() {
    String id = sim.ok(BASE + "personal_info", token).getString("id");
    JsonObject census =
        sim.get("/control/users/" + id + "/census?start=2026-05-01&end=2026-06-10")
            .bodyAsJsonObject();
    JsonObject documents = census.getJsonObject("documents");
    for (OuraDataCollection collection : OuraDataCollection.values()) {
      if (collection.kind == OuraDataCollection.Kind.DATED) {
        assertEquals(
            sim.pages(days(collection.path), token).size(),
            documents.getInteger(collection.path),
            collection.path);
      }
    }
    int pulse = 0;
    int asleep = 0;
    for (Object item : sim.pages(days("sleep"), token)) {
      for (Object value : ((JsonObject) item).getJsonObject("heart_rate").getJsonArray("items")) {
        pulse += value == null ? 0 : 1;
      }
      asleep += ((JsonObject) item).getString("type").equals("rest") ? 0 : 1;
    }
    assertEquals(pulse, census.getInteger("sleep_heart_rate_items"));
    JsonObject sleep = census.getJsonObject("asleep");
    assertEquals(asleep, sleep.getInteger("documents"));
    int moments = sleep.getInteger("heart_rate_moments");
    assertTrue(moments > documents.getInteger("heartrate"));
    assertTrue(moments <= documents.getInteger("heartrate") + pulse);
    assertTrue(documents.getInteger("heartrate") > 5000);
  }

  @Test
  void theEmailNeedsItsScope() {
    String plain = sim.connect("ann", "personal").getString("access_token");
    assertNull(sim.ok(BASE + "personal_info", plain).getValue("email"));
    assertTrue(sim.ok(BASE + "personal_info", token).getString("email").contains("@"));
  }

  @Test
  void tooManyRequestsAreToldWhenToComeBack() {
    try (var tight =
        new OuraSimulatorHarness(
            OuraOptions.defaults().withDays(1).withRate(3, Duration.ofSeconds(60)))) {
      String access = tight.accessToken("hasty");
      for (int i = 0; i < 3; i++) {
        assertEquals(200, tight.get(BASE + "sleep", access).statusCode());
      }
      long before = System.currentTimeMillis() / 1000;
      var answer = tight.get(BASE + "sleep", access);
      long after = System.currentTimeMillis() / 1000;
      assertEquals(429, answer.statusCode());
      int wait = Integer.parseInt(answer.getHeader("Retry-After"));
      assertTrue(wait >= 1 && wait <= 60, "wait " + wait);
      assertEquals("3", answer.getHeader("X-RateLimit-Limit"));
      assertEquals("60", answer.getHeader("X-RateLimit-Window"));
      long reset = Long.parseLong(answer.getHeader("X-RateLimit-Reset"));
      assertTrue(reset - wait >= before - 2 && reset - wait <= after + 2, "reset " + reset);
      assertFalse(answer.getHeader("X-RateLimit-Tier").isEmpty());
      JsonObject counters = tight.get("/control/requests").bodyAsJsonObject();
      assertEquals(1, counters.getInteger("too_many"));
      assertEquals(4, counters.getJsonObject("paths").getInteger(BASE + "sleep"));
      assertEquals(4, counters.getJsonObject("most_in_any_window").getInteger("tributary-sandbox"));
    }
  }

  @Test
  void aTesterCanAddReplaceAndRemoveDocuments() {
    try (var own = new OuraSimulatorHarness(OuraOptions.defaults())) {
      String access = own.accessToken("edited");
      String id = own.ok(BASE + "personal_info", access).getString("id");
      String today = Instant.now().toString().substring(0, 10);
      var document = new JsonObject().put("id", "w-1").put("day", today).put("activity", "golf");
      var order = new JsonObject().put("collection", "workout").put("document", document);
      own.control("users/" + id + "/documents", order);
      assertEquals(document, own.ok(BASE + "workout/w-1", access));
      document.put("activity", "polo");
      own.control("users/" + id + "/documents", order);
      String query = BASE + "workout?start_date=" + today + "&end_date=" + today;
      assertEquals(1, own.pages(query, access).stream().filter(document::equals).count());
      var gone =
          own.call(
              HttpMethod.DELETE,
              "/control/users/" + id + "/documents/workout/w-1",
              new JsonObject());
      assertEquals(204, gone.statusCode());
      assertEquals(404, own.get(BASE + "workout/w-1", access).statusCode());
      String at = Instant.now().minusSeconds(30).toString().substring(0, 19) + "+00:00";
      var point = new JsonObject().put("timestamp", at).put("bpm", 177).put("source", "live");
      own.control(
          "users/" + id + "/documents",
          new JsonObject().put("collection", "heartrate").put("document", point));
      assertTrue(own.ok(BASE + "heartrate", access).getJsonArray("data").contains(point));
    }
  }

  @Test
  void orderedFailuresComeInOrderAndEnd() {
    try (var own = new OuraSimulatorHarness(OuraOptions.defaults().withDays(1))) {
      String access = own.accessToken("unlucky");
      own.control(
          "faults",
          new JsonObject()
              .put("path_prefix", BASE + "sleep")
              .put("status", 503)
              .put("count", 2)
              .put("retry_after", 7));
      assertEquals(200, own.get(BASE + "workout", access).statusCode());
      assertEquals("7", own.get(BASE + "sleep", access).getHeader("Retry-After"));
      assertEquals(503, own.get(BASE + "sleep", access).statusCode());
      assertEquals(200, own.get(BASE + "sleep", access).statusCode());
    }
  }

  @Test
  void theSandboxNeedsNoToken() {
    for (OuraDataCollection collection : OuraDataCollection.values()) {
      var answer = sim.get("/v2/sandbox/usercollection/" + collection.path);
      assertEquals(200, answer.statusCode(), collection.path);
    }
    assertEquals(404, sim.get("/v2/usercollection/unheard_of", token).statusCode());
    assertEquals(
        405, sim.call(HttpMethod.POST, "/v2/usercollection/sleep", new JsonObject()).statusCode());
  }

  @Test
  void heartrateTimestampsNeverCollide() {
    Set<String> seen = new HashSet<>();
    for (Object item : sim.pages(POINTS, token)) {
      assertTrue(seen.add(((JsonObject) item).getString("timestamp")));
    }
  }
}
