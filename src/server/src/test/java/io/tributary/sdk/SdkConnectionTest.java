package io.tributary.sdk;

import static io.tributary.sdk.SdkHarness.counts;
import static io.tributary.sdk.SdkHarness.daily;
import static io.tributary.sdk.SdkHarness.historical;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SDK connections in both modes, and the calls around their uploads. */
class SdkConnectionTest {
  private static final String ONE =
      "[{\"value\":61,\"unit\":\"bpm\",\"start_date\":\"2026-03-02T06:48:11Z\"}]";
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = SdkHarness.node("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemaValidator.assertAllValid(node) > 0);
    node.close();
  }

  private static TestResponse connect(SdkHarness user, String provider, String more) {
    return node.post(
        "/v2/link/provider/manual/" + provider, "{\"user_id\":\"" + user.id + "\"" + more + "}");
  }

  private static TestResponse disconnect(SdkHarness user, String provider) {
    return node.call("DELETE", "/v2/user/" + user.id + "/" + provider, null);
  }

  @Test
  void theCallConnectsOnce() {
    SdkHarness user = SdkHarness.user(node);
    assertTrue(connect(user, "manual", "").expect(200).json().get("success").asBoolean());
    connect(user, "manual", "").expect(409);
    counts(user.timeseries("heartrate", daily("manual", ONE)));
    assertEquals(1, user.events("provider.connection.created").size());
    JsonNode c = user.connection();
    assertEquals("connected", c.get("status").asText());
    assertTrue(c.get("external_user_id").isNull());
    assertEquals("available", c.at("/resource_availability/heartrate/status").asText());
    assertEquals(
        "[]",
        c.at("/resource_availability/heartrate/scope_requirements/user_granted/required")
            .toString());
  }

  @Test
  void manyFirstPushesMakeOneConnection() throws Exception {
    for (int round = 0; round < 5; round++) {
      SdkHarness user = SdkHarness.user(node);
      List<Future<TestResponse>> answers = new ArrayList<>();
      try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 16; i++) {
          String body = daily("manual", ONE.replace(":11Z", ":" + (10 + i) + "Z"));
          answers.add(pool.submit(() -> user.timeseries("heartrate", body)));
        }
        for (Future<TestResponse> a : answers) {
          assertEquals(1, counts(a.get()).get("created").asInt());
        }
      }
      assertEquals(1, user.events("provider.connection.created").size());
      assertEquals(16, user.samples("heartrate").size());
    }
  }

  @ParameterizedTest
  @CsvSource({"manual", "omron_ble"})
  void anEndedConnectionComesBackWithTheNextPush(String provider) {
    SdkHarness user = SdkHarness.user(node);
    counts(user.timeseries("heartrate", daily(provider, ONE)));
    disconnect(user, provider).expect(200);
    assertNull(user.connection());
    disconnect(user, provider).expect(404);
    assertEquals(
        1, counts(user.timeseries("heartrate", daily(provider, ONE))).get("unchanged").asInt());
    assertNotNull(user.connection());
    assertEquals(2, user.events("provider.connection.created").size());
  }

  @Test
  void aPhoneThatConnectsByItselfStays() {
    SdkHarness user = SdkHarness.user(node);
    counts(user.timeseries("heartrate", daily("apple_health_kit", ONE)));
    disconnect(user, "apple_health_kit").expect(200);
    assertNotNull(user.connection());
    counts(user.timeseries("heartrate", daily("apple_health_kit", ONE)));
    assertEquals(1, user.events("provider.connection.created").size());
  }

  @Test
  void inExplicitModeOnlyTheCallConnects() {
    SdkHarness user = SdkHarness.user(node);
    String mode = ",\"connect_mode\":\"explicit\"";
    connect(user, "health_connect", mode).expect(200);
    counts(user.timeseries("heartrate", daily("health_connect", ONE)));
    disconnect(user, "health_connect").expect(200);
    assertNull(user.connection());
    user.timeseries("heartrate", daily("health_connect", ONE)).expect(409);
    sync(user, "health_connect", "{}").expect(409);
    assertNull(user.connection());
    connect(user, "health_connect", "").expect(200);
    counts(user.timeseries("heartrate", daily("health_connect", ONE)));
    disconnect(user, "health_connect").expect(200);
    connect(user, "health_connect", ",\"connect_mode\":\"auto\"").expect(200);
    disconnect(user, "health_connect").expect(200);
    assertNotNull(user.connection());
    assertEquals(3, user.events("provider.connection.created").size());
  }

  @Test
  void permissionsDecideWhatIsAvailable() {
    SdkHarness user = SdkHarness.user(node);
    connect(
            user,
            "health_connect",
            ",\"granted_permissions\":[\"android.permission.health.READ_HEART_RATE\","
                + "\"READ_ACTIVE_CALORIES_BURNED\",\"WEIGHT\"]")
        .expect(200);
    JsonNode a = user.connection().get("resource_availability");
    assertEquals("available", a.at("/heartrate/status").asText());
    assertEquals("available", a.at("/body/status").asText());
    assertEquals("available", a.at("/activity/status").asText());
    assertEquals("unavailable", a.at("/steps/status").asText());
    assertEquals("unavailable", a.at("/sleep/status").asText());
    assertEquals(
        "[\"android.permission.health.READ_ACTIVE_CALORIES_BURNED\"]",
        a.at("/activity/scope_requirements/user_granted/required").toString());
    assertEquals(
        "[\"android.permission.health.READ_BODY_FAT\"]",
        a.at("/body/scope_requirements/user_denied/optional").toString());
    sync(user, "health_connect", "{\"granted_permissions\":[\"STEPS\"]}").expect(200);
    a = user.connection().get("resource_availability");
    assertEquals("available", a.at("/steps/status").asText());
    assertEquals("unavailable", a.at("/heartrate/status").asText());
    SdkHarness phone = SdkHarness.user(node);
    connect(phone, "apple_health_kit", ",\"granted_permissions\":[\"heart_rate\",\"sleep\"]")
        .expect(200);
    a = phone.connection().get("resource_availability");
    assertEquals("available", a.at("/heartrate/status").asText());
    assertEquals("unavailable", a.at("/steps/status").asText());
    assertEquals("[]", a.at("/steps/scope_requirements/user_denied/required").toString());
  }

  private static TestResponse sync(SdkHarness user, String provider, String body) {
    return node.post("/v2/user/" + user.id + "/sdk_sync_state/" + provider, body);
  }

  @Test
  void theSyncStateTellsWhatToRead() {
    SdkHarness user =
        SdkHarness.user(
            node, ",\"ingestion_start\":\"2026-02-10\",\"ingestion_end\":\"2099-01-01\"");
    JsonNode s =
        sync(
                user,
                "apple_health_kit",
                """
                {"tzinfo":"Asia/Tokyo","request_start_date":"2026-01-01T00:00:00Z",
                 "request_end_date":"2026-03-01T00:00:00Z","granted_permissions":["heartrate"]}
                """)
            .expect(200)
            .json();
    assertEquals("active", s.get("status").asText());
    assertEquals("2026-02-10", s.get("ingestion_start").asText());
    assertEquals("2026-02-10T00:00:00+00:00", s.get("request_start_date").asText());
    assertEquals("2026-03-01T00:00:00+00:00", s.get("request_end_date").asText());
    assertEquals(false, s.get("per_device_activity_ts").asBoolean());
    assertEquals(3600, s.get("expires_in").asInt());
    assertEquals(30, s.at("/pull_preferences/historical_days_to_pull").asInt());
    assertEquals(1, user.events("provider.connection.created").size());
    // The reported zone applies to uploads without one.
    counts(
        user.timeseries(
            "heartrate",
            "{\"stage\":\"daily\",\"provider\":\"apple_health_kit\",\"data\":" + ONE + "}"));
    assertEquals(32_400, user.samples("heartrate").get(0).get("timezone_offset").asInt());
    node.post("/v2/user/" + user.id + "/sdk_sync_progress/apple_health_kit", "{\"done\":3}")
        .expect(200);
    node.post("/v2/user/" + user.id + "/sdk_sync_progress/manual", "{}").expect(409);
    TestResponse bad =
        sync(
                user,
                "apple_health_kit",
                "{\"tzinfo\":\"Mars\",\"request_start_date\":\"x\",\"granted_permissions\":7}")
            .expect(422);
    assertEquals(3, bad.json().get("detail").size());
  }

  @Test
  void aPausedConnectionWakesUpWhenTheBoundMoves() {
    LocalDate today = LocalDate.now(java.time.ZoneOffset.UTC);
    SdkHarness user = SdkHarness.user(node);
    counts(user.timeseries("heartrate", daily("manual", ONE)));
    String end = "{\"ingestion_end\":\"" + today.minusDays(20) + "\"}";
    node.call("PATCH", "/v2/user/" + user.id, end).expect(200);
    node.db().query("update connection set status = 'paused' where user_id = $1", user.id);
    user.timeseries("heartrate", daily("manual", ONE)).expect(409);
    assertEquals("paused", sync(user, "manual", "{}").expect(200).json().get("status").asText());
    node.call("PATCH", "/v2/user/" + user.id, "{\"ingestion_end\":null}").expect(200);
    counts(user.timeseries("heartrate", daily("manual", ONE)));
    assertEquals("connected", user.connection().get("status").asText());
    assertEquals(2, user.events("provider.connection.created").size());
  }

  @Test
  void aHistoricalStageEndsWithOneEvent() {
    SdkHarness user = SdkHarness.user(node);
    String from = "2026-02-01T00:00:00Z";
    String to = "2026-03-02T00:00:00Z";
    String first = historical("apple_health_kit", from, to, false, ONE);
    String last = historical("apple_health_kit", from, to, true, ONE.replace("03-02", "03-03"));
    counts(user.timeseries("heartrate", first));
    assertEquals(List.of("provider.connection.created"), user.events());
    assertEquals("in_progress", pulled(user, "heartrate").get("status").asText());
    counts(user.timeseries("heartrate", last));
    assertEquals(List.of("historical.data.heartrate.created"), user.events("historical.%"));
    JsonNode data = user.bodies("historical.%").get(0).get("data");
    assertEquals("2026-02-01T00:00:00+00:00", data.get("start_date").asText());
    assertEquals("apple_health_kit", data.get("provider").asText());
    JsonNode shown = pulled(user, "heartrate");
    assertEquals("success", shown.get("status").asText());
    assertEquals(2, shown.get("days_with_data").asInt());
    // Repeated chunks after the end belong to the ended backfill stage.
    counts(user.timeseries("heartrate", last));
    counts(user.timeseries("heartrate", first));
    assertEquals(1, user.events("historical.%").size());
    assertEquals("success", pulled(user, "heartrate").get("status").asText());
    assertEquals(0, user.events("daily.%").size());
    // The next stage has its own event, triggered by the call or by a range beyond the last one.
    node.post(
            "/v2/user/" + user.id + "/sdk_start_historical_stage/apple_health_kit",
            "{\"range_start\":\"%s\",\"range_end\":\"%s\",\"backfill_type\":\"heart_rate\"}"
                .formatted(from, to))
        .expect(200);
    assertEquals("in_progress", pulled(user, "heartrate").get("status").asText());
    counts(user.timeseries("heartrate", last));
    counts(
        user.timeseries(
            "heartrate", historical("apple_health_kit", from, "2026-03-09T00:00:00Z", true, "[]")));
    assertEquals(3, user.events("historical.%").size());
  }

  private static JsonNode pulled(SdkHarness user, String resource) {
    return node.get("/v2/introspect/historical_pull?user_id=" + user.id)
        .expect(200)
        .json()
        .at("/data/0/provider/apple_health_kit/pulled/" + resource);
  }

  @Test
  void realDataNeverMixWithDemoData() {
    SdkHarness user = SdkHarness.user(node);
    node.post(
            "/v2/link/connect/demo",
            "{\"user_id\":\"" + user.id + "\",\"provider\":\"apple_health_kit\"}")
        .expect(200);
    user.timeseries("heartrate", daily("apple_health_kit", ONE)).expect(400);
    user.timeseries("heartrate", daily("manual", ONE)).expect(400);
    connect(user, "manual", "").expect(400);
  }

  @Test
  void badConnectsAreRefused() {
    SdkHarness user = SdkHarness.user(node);
    connect(user, "oura", "").expect(422);
    connect(user, "manual", ",\"connect_mode\":\"never\"").expect(422);
    node.post("/v2/link/provider/manual/manual", "{}").expect(422);
    node.post("/v2/link/provider/manual/manual", "{\"user_id\":\"" + Ids.uuid() + "\"}")
        .expect(404);
    sync(user, "oura", "{}").expect(422);
    node.post("/v2/user/" + user.id + "/sdk_start_historical_stage/manual", "{}").expect(422);
    node.post(
            "/v2/user/" + user.id + "/sdk_start_historical_stage/manual",
            "{\"range_start\":\"2026-01-02T00:00:00Z\",\"range_end\":\"2026-01-01T00:00:00Z\","
                + "\"backfill_type\":\"nonsense\"}")
        .expect(422);
  }
}
