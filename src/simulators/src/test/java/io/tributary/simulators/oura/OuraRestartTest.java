package io.tributary.simulators.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OuraRestartTest {
  private static final String SLEEP = "/v2/usercollection/sleep?start_date=2000-01-01";

  @Test
  void aRestartKeepsTokensUsersAndEdits(@TempDir Path folder) {
    OuraOptions options =
        OuraOptions.defaults().withDays(5).withState(folder.resolve("sim/state.json"));
    JsonObject tokens;
    JsonArray sleeps;
    JsonArray activity;
    String id;
    var note = new JsonObject().put("id", "w-9").put("day", "2026-01-02").put("label", "kept");
    try (var first = new OuraSimulatorHarness(options)) {
      tokens = first.connect("stayer", OuraSimulatorHarness.ALL);
      String access = tokens.getString("access_token");
      id = first.ok("/v2/usercollection/personal_info", access).getString("id");
      var order = new JsonObject().put("name", "late_revisions").put("days", 4);
      first.control("script", order);
      sleeps = first.pages(SLEEP, access);
      activity = finished(first, access);
      first.control(
          "users/" + id + "/documents",
          new JsonObject().put("collection", "workout").put("document", note));
    }
    try (var second = new OuraSimulatorHarness(options.withDays(1))) {
      String access = tokens.getString("access_token");
      assertEquals(sleeps, second.pages(SLEEP, access));
      assertEquals(activity, finished(second, access));
      assertEquals(note, second.ok("/v2/usercollection/workout/w-9", access));
      assertEquals(200, second.refresh(tokens.getString("refresh_token")).statusCode());
    }
    try (var third = new OuraSimulatorHarness(options)) {
      assertEquals(400, third.refresh(tokens.getString("refresh_token")).statusCode());
    }
  }

  private static JsonArray finished(OuraSimulatorHarness sim, String access) {
    LocalDate last = LocalDate.now(ZoneOffset.UTC).minusDays(3);
    JsonArray found =
        sim.pages(
            "/v2/usercollection/daily_activity?start_date=2000-01-01&end_date=" + last, access);
    assertFalse(found.isEmpty());
    return found;
  }

  @Test
  void theStateIsOnDiskSoonAfterAChange(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("state.json");
    try (var sim = new OuraSimulatorHarness(OuraOptions.defaults().withState(file))) {
      String token = sim.connect("early", "daily").getString("access_token");
      Instant deadline = Instant.now().plus(Duration.ofSeconds(60));
      while (!Files.exists(file) || !Files.readString(file).contains(token)) {
        assertTrue(Instant.now().isBefore(deadline), "the file should hold the token");
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aFileOfAnEarlierReleaseIsRead(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("state.json");
    Files.writeString(
        file,
        """
        {"apps":[{"clientId":"old","clientSecret":"secret","redirectUris":[]}],
         "users":[{"id":"0123456789abcdef0123456789abcdef","name":"elder","zone":"Europe/London",
           "firstDay":"2026-01-01"}],
         "grants":[{"id":"g","userId":"0123456789abcdef0123456789abcdef",
           "clientId":"tributary-sandbox","scopes":["daily","workout"]}],
         "accesses":[{"token":"held","grantId":"g","expiresAt":4102444800000}],
         "refreshes":[{"token":"again","grantId":"g"}],
         "subscriptions":[{"id":"s","clientId":"old","callbackUrl":"http://127.0.0.1:1/",
           "verificationToken":"v","eventType":"create","dataType":"sleep","expiresAt":4102444800000}],
         "documents":[{"userId":"0123456789abcdef0123456789abcdef","collection":"workout",
           "document":{"id":"w-9","day":"2026-01-02","label":"kept"}}],
         "removed":[{"userId":"0123456789abcdef0123456789abcdef","collection":"workout","id":"w-8"}],
         "points":[{"userId":"0123456789abcdef0123456789abcdef","epochSecond":1767312000,"bpm":61,
           "source":"awake"}]}
        """);
    try (var sim = new OuraSimulatorHarness(OuraOptions.defaults().withState(file))) {
      assertEquals("kept", sim.ok("/v2/usercollection/workout/w-9", "held").getString("label"));
      JsonObject fresh = sim.refresh("again").bodyAsJsonObject();
      assertEquals(200, sim.get(SLEEP, fresh.getString("access_token")).statusCode());
      assertEquals(400, sim.refresh("again").statusCode());
    }
  }

  @Test
  void wrongOptionsAreNamed() {
    for (String[] args :
        new String[][] {
          {"--port", "70000"}, {"--colour", "red"}, {"--days"}, {"--days", "x"}, {"stray"}
        }) {
      var refused = assertThrows(IllegalArgumentException.class, () -> OuraOptions.parse(args));
      assertTrue(refused.getMessage().contains(args[0]), refused.getMessage());
    }
    OuraOptions parsed =
        OuraOptions.parse("--port", "0", "--rate-window", "7", "--redirect-uri", "https://a/b");
    assertEquals(Duration.ofSeconds(7), parsed.rateWindow());
    assertEquals("https://a/b", parsed.app().redirectUris().getFirst());
  }
}
