package io.tributary.pull;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.OpenApiDocument;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks that raw provider documents are stored only for teams that enabled it. */
class RawDocumentsTest {
  private static final String ALL = "select count(*) from raw_document where user_id = $1";

  @Test
  void documentsAreKeptOnceAndReadBackAsTheyCame() {
    try (PullHarness h = new PullHarness(12)) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      k.enableStorage(true);
      UUID user = h.user();
      var granted = h.grant("anna", PullHarness.ALL);
      UUID connection = h.connect(user, granted);
      // On some dates, these twelve days contain no generated workout.
      k.putWorkout(
          granted.externalUserId().orElseThrow(),
          "w-1",
          RawDocumentHarness.today().minusDays(3),
          100);
      h.schedule(connection, null);
      h.eventuallyAll(user, "success");

      JsonObject census =
          h.controlled("users/" + granted.externalUserId().orElseThrow() + "/census")
              .getJsonObject("documents");
      assertEquals((int) census.getInteger("daily_activity"), k.rawItems("activity", user).size());
      assertEquals((int) census.getInteger("sleep"), k.rawItems("sleep", user).size());
      assertEquals((int) census.getInteger("workout"), k.rawItems("workouts", user).size());
      assertEquals(1, k.rawItems("devices", user).size());
      assertEquals(1, k.rawItems("body", user).size());

      OpenApiDocument api = OpenApiDocument.of(h.node);
      String range = "?start_date=" + RawDocumentHarness.today().minusDays(400);
      String read = "/v2/summary/%s/" + user + "/raw" + range;
      api.assertValid(h.node.get(read.formatted("activity")), 200, "getActivityRaw");
      api.assertValid(h.node.get(read.formatted("sleep")), 200, "getSleepRaw");
      api.assertValid(h.node.get(read.formatted("workouts")), 200, "getWorkoutsRaw");
      api.assertValid(h.node.get(read.formatted("body")), 200, "getBodyRaw");
      api.assertValid(h.node.get("/v2/summary/profile/" + user + "/raw"), 200, "getProfileRaw");
      api.assertValid(h.node.get("/v2/summary/devices/" + user + "/raw"), 200, "getDevicesRaw");

      JsonNode night = k.rawItems("sleep", user).getFirst();
      assertEquals(night.get("provider_id").textValue(), night.at("/data/id").textValue());
      assertEquals(night.get("timestamp"), instantOf(h, night.at("/data/bedtime_end")));
      assertEquals("oura", night.at("/source/slug").textValue());
      assertEquals(
          k.rawItems("devices", user).getFirst().get("source_device_id"),
          h.node.get("/v2/user/" + user + "/device").expect(200).json().get(0).get("id"));
      JsonNode workout = k.rawItems("workouts", user).getFirst();
      assertEquals(
          k.get("/v2/summary/workouts/" + user + range).at("/workouts/0/sport/slug"),
          workout.at("/sport/slug"));
      // By timestamps as well as by dates, and for one provider.
      String stop = night.get("timestamp").textValue().replace("+", "%2B");
      assertEquals(
          1,
          k.get("/v2/summary/sleep/" + user + "/raw?start_date=" + stop + "&end_date=" + stop)
              .get("sleep")
              .size());
      assertEquals(
          0,
          k.get("/v2/summary/sleep/" + user + "/raw" + range + "&provider=garmin")
              .get("sleep")
              .size());

      long before = h.count(ALL, user);
      String newest = "select max(updated_at)::text from raw_document where user_id = $1";
      String changed = h.node.db().query(newest, user).iterator().next().getString(0);
      h.schedule(connection, null);
      h.eventuallyAll(user, "success");
      assertEquals(before, h.count(ALL, user));
      assertEquals(changed, h.node.db().query(newest, user).iterator().next().getString(0));
    }
  }

  private static JsonNode instantOf(PullHarness h, JsonNode text) {
    return io.tributary.core.Json.tree(
        io.tributary.core.Times.parseInstant(text.textValue()).orElseThrow());
  }

  @Test
  void theLatestDocumentTakesThePlaceOfTheOneBefore() {
    try (PullHarness h = new PullHarness(2)) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      k.enableStorage(true);
      UUID user = h.user();
      var granted = h.grant("bea", PullHarness.ALL);
      h.connect(user, granted);
      k.putWorkout(granted.externalUserId().orElseThrow(), "w-1", RawDocumentHarness.today(), 100);
      k.refresh(user);
      JsonNode first = workout(k, user);
      assertEquals(100, first.at("/data/calories").intValue());
      k.putWorkout(granted.externalUserId().orElseThrow(), "w-1", RawDocumentHarness.today(), 200);
      k.refresh(user);
      JsonNode second = workout(k, user);
      assertEquals(200, second.at("/data/calories").intValue());
      assertEquals(first.get("id"), second.get("id"));
      assertEquals(first.get("created_at"), second.get("created_at"));
      assertNotEquals(first.get("updated_at"), second.get("updated_at"));
    }
  }

  private static JsonNode workout(RawDocumentHarness k, UUID user) {
    List<JsonNode> found =
        k.rawItems("workouts", user).stream()
            .filter(w -> w.get("provider_id").textValue().equals("w-1"))
            .toList();
    assertEquals(1, found.size());
    return found.getFirst();
  }

  @Test
  void withTheSwitchOffNothingIsKeptAndNothingShown() {
    try (PullHarness h = new PullHarness(3)) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      UUID user = k.pullNewUser("cora");
      assertEquals(0, h.count(ALL, user));
      assertEquals(List.of(), k.rawItems("sleep", user));
      h.node.get("/v2/summary/profile/" + user + "/raw").expect(404);

      k.enableStorage(true);
      k.refresh(user);
      long kept = h.count(ALL, user);
      assertTrue(kept > 0);
      assertFalse(k.rawItems("sleep", user).isEmpty());
      k.enableStorage(false);
      assertEquals(List.of(), k.rawItems("sleep", user));
      assertEquals(List.of(), k.rawItems("devices", user));
      h.node.get("/v2/summary/profile/" + user + "/raw").expect(404);
      k.refresh(user);
      assertEquals(kept, h.count(ALL, user));
      k.enableStorage(true);
      assertFalse(k.rawItems("sleep", user).isEmpty());
    }
  }

  @Test
  void inventedDataAreNeverKept() {
    try (PullHarness h = new PullHarness(3)) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      k.enableStorage(true);
      UUID user = h.user();
      UUID connection = h.connect(user, "dora");
      h.node.db().query("update connection set demo = true where id = $1", connection);
      k.refresh(user);
      assertTrue(h.count("select count(*) from summary where user_id = $1", user) > 0);
      assertEquals(0, h.count(ALL, user));
      assertEquals(0, h.count("select count(*) from raw_coverage where user_id = $1", user));
    }
  }

  @Test
  void rowsAreSealedAndGoWithTheirUser() {
    try (PullHarness h =
        new PullHarness(
            3,
            "TRIBUTARY_MAINTENANCE_INTERVAL",
            "100ms",
            "TRIBUTARY_USERS_DELETION_GRACE_PERIOD",
            "1ms")) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      k.enableStorage(true);
      UUID user = k.pullNewUser("emma");
      h.node
          .db()
          .query("select body from raw_document where user_id = $1", user)
          .forEach(
              r ->
                  assertFalse(
                      new String(r.getBuffer(0).getBytes(), StandardCharsets.ISO_8859_1)
                          .contains("\"id\"")));
      String elsewhere = "update raw_document set key = key || 'x' where user_id = $1";
      h.node.db().query(elsewhere, user);
      // A row with a changed key cannot be decrypted.
      h.node.get("/v2/summary/profile/" + user + "/raw").expect(500);
      h.node.get("/v2/summary/sleep/" + Ids.uuid() + "/raw?start_date=2026-01-01").expect(404);
      h.node.get("/v2/summary/sleep/" + user + "/raw").expect(422);
      h.node.call("DELETE", "/v2/user/" + user, null).expect(200);
      h.node.get("/v2/summary/sleep/" + user + "/raw?start_date=2026-01-01").expect(404);
      eventually(Duration.ofSeconds(60), () -> assertEquals(0, h.count(ALL, user)));
    }
  }
}
