package io.tributary.simulators.eightsleep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EightSimulatorTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final WebClient WEB = WebClient.create(VERTX);
  private static Sim sim;

  @BeforeAll
  static void start() {
    sim =
        Sim.start(VERTX, new EightSleepVendor(), SimOptions.defaults().withPort(0).withDays(25))
            .await();
  }

  @AfterAll
  static void stop() {
    sim.close().await();
    VERTX.close().await();
  }

  private static String account(String name) {
    String login = name + "@example.com";
    post(
        "/control/passwords",
        new JsonObject().put("login", login).put("password", "right").put("name", name));
    return login;
  }

  private static HttpResponse<Buffer> post(String path, JsonObject body) {
    return WEB.postAbs(sim.baseUrl() + path).sendJsonObject(body).await();
  }

  private static JsonObject app() {
    return new JsonObject()
        .put("client_id", "tributary-sandbox")
        .put("client_secret", "tributary-sandbox-secret");
  }

  private static HttpResponse<Buffer> login(String login, String password) {
    return post(
        "/v1/tokens",
        app().put("grant_type", "password").put("username", login).put("password", password));
  }

  private static HttpResponse<Buffer> refresh(String token) {
    return post("/v1/tokens", app().put("grant_type", "refresh_token").put("refresh_token", token));
  }

  private static String in(String name) {
    return login(account(name), "right").bodyAsJsonObject().getString("access_token");
  }

  private static HttpResponse<Buffer> get(String token, String path) {
    return WEB.getAbs(sim.baseUrl() + path).bearerTokenAuthentication(token).send().await();
  }

  private static String of(String name, String what) {
    return "/v1/users/" + SimPerson.idOf(name) + "/" + what;
  }

  private static String days(String tz, LocalDate from, LocalDate to) {
    return "trends?tz=" + tz + "&from=" + from + "&to=" + to;
  }

  private static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  @Test
  void aPasswordSaysWhoseItIsAndARefreshDoesNot() {
    HttpResponse<Buffer> answer = login(account("ada"), "right");
    assertEquals(200, answer.statusCode());
    JsonObject first = answer.bodyAsJsonObject();
    assertEquals(SimPerson.idOf("ada"), first.getString("userId"));
    assertEquals("Bearer", first.getString("token_type"));
    assertEquals(3600, first.getInteger("expires_in"));
    JsonObject second = refresh(first.getString("refresh_token")).bodyAsJsonObject();
    assertFalse(second.containsKey("userId"));
    assertNotEquals(first.getString("refresh_token"), second.getString("refresh_token"));
    HttpResponse<Buffer> reused = refresh(first.getString("refresh_token"));
    assertEquals(400, reused.statusCode());
    assertEquals("invalid_grant", reused.bodyAsJsonObject().getString("error"));
  }

  @Test
  void whatIsWrongIsRefused() {
    String login = account("will");
    HttpResponse<Buffer> wrong = login(login, "wrong");
    assertEquals(400, wrong.statusCode());
    assertEquals("invalid_grant", wrong.bodyAsJsonObject().getString("error"));
    JsonObject stranger =
        app()
            .put("client_secret", "guessed")
            .put("grant_type", "password")
            .put("username", login)
            .put("password", "right");
    assertEquals(401, post("/v1/tokens", stranger).statusCode());
    assertEquals(400, post("/v1/tokens", app().put("grant_type", "code")).statusCode());
    var form =
        WEB.postAbs(sim.baseUrl() + "/v1/tokens")
            .putHeader("Content-Type", "application/x-www-form-urlencoded")
            .sendBuffer(Buffer.buffer("grant_type=password"))
            .await();
    assertEquals(400, form.statusCode());
    assertEquals(401, get("nobody", "/v1/users/me").statusCode());
  }

  @Test
  void anAccountIsLockedAfterGuesses() {
    String login = account("lea");
    for (int i = 0; i < 5; i++) {
      login(login, "wrong");
    }
    HttpResponse<Buffer> locked = login(login, "right");
    assertEquals(429, locked.statusCode());
    assertTrue(Integer.parseInt(locked.getHeader("Retry-After")) > 800);
  }

  @Test
  void nightsComeFromTheNewestOnToTheFirst() {
    String token = in("nina");
    var seen = new ArrayList<JsonObject>();
    String next = "";
    do {
      JsonObject page = get(token, of("nina", "intervals" + next)).bodyAsJsonObject();
      JsonArray list = page.getJsonArray("intervals");
      assertTrue(list.size() <= 10);
      list.forEach(n -> seen.add((JsonObject) n));
      next = page.containsKey("next") ? "?next=" + page.getString("next") : null;
    } while (next != null);
    List<String> starts = seen.stream().map(n -> n.getString("ts")).toList();
    assertEquals(starts.stream().sorted(Comparator.reverseOrder()).toList(), starts);
    assertEquals(seen.size(), new HashSet<>(starts).size());
    assertTrue(seen.size() >= 20, () -> seen.size() + " nights");
    for (JsonObject night : seen) {
      long length =
          night.getJsonArray("stages").stream()
              .mapToLong(s -> ((JsonObject) s).getLong("duration"))
              .sum();
      assertEquals(
          Instant.parse(night.getString("sleepEnd")),
          Instant.parse(night.getString("ts")).plusSeconds(length));
      assertFalse(night.getJsonObject("timeseries").getJsonArray("heartRate").isEmpty());
    }
    assertEquals(400, get(token, of("nina", "intervals?next=x")).statusCode());
    assertEquals(403, get(token, of("somebody", "intervals")).statusCode());
  }

  @Test
  void aDayIsThatOfWakingUpInTheZoneThatIsAskedFor() {
    String token = in("tess");
    String path = days("Pacific%2FKiritimati", today().minusDays(9), today().minusDays(3));
    JsonArray there = get(token, of("tess", path)).bodyAsJsonObject().getJsonArray("days");
    assertFalse(there.isEmpty());
    for (Object each : there) {
      JsonObject day = (JsonObject) each;
      assertEquals(
          LocalDate.parse(day.getString("day")),
          Instant.parse(day.getString("sleepEnd")).atOffset(ZoneOffset.ofHours(14)).toLocalDate());
      assertTrue(
          day.getJsonObject("sleepQualityScore").getJsonObject("hrv").getDouble("current") > 0);
    }
    for (String bad :
        List.of(
            "trends?from=2026-01-01&to=2026-01-02",
            "trends?tz=Mars&from=2026-01-01&to=2026-01-02",
            "trends?tz=UTC&to=2026-01-02",
            "trends?tz=UTC&from=2026-01-02&to=2026-01-01")) {
      assertEquals(400, get(token, of("tess", bad)).statusCode(), bad);
    }
    String wrapped = in("wrapped wim");
    JsonObject answer =
        get(wrapped, of("wrapped wim", days("UTC", today().minusDays(5), today())))
            .bodyAsJsonObject();
    assertNull(answer.getValue("days"));
    assertFalse(answer.getJsonObject("result").getJsonArray("days").isEmpty());
  }

  @Test
  void whoHasNoSideOfAPodHasNothing() {
    String token = in("nopod");
    JsonObject user = get(token, "/v1/users/me").bodyAsJsonObject().getJsonObject("user");
    assertTrue(user.getJsonArray("devices").isEmpty());
    assertEquals(404, get(token, of("nopod", "intervals")).statusCode());
    assertEquals(404, get(token, of("nopod", days("UTC", today(), today()))).statusCode());
  }

  @Test
  void aNightThatIsThoughtOverKeepsItsIdAndIsLonger() {
    String token = in("rena");
    SimPerson person = sim.runOnEventLoop(w -> w.people().named("rena")).await();
    JsonObject before = night(token, person);
    LocalDate day = Instant.parse(before.getString("sleepEnd")).atZone(person.zone()).toLocalDate();
    post("/control/people/" + person.id() + "/revise", new JsonObject().put("day", day.toString()));
    JsonObject after = night(token, person);
    assertEquals(before.getString("id"), after.getString("id"));
    assertNotEquals(before.getString("sleepEnd"), after.getString("sleepEnd"));
  }

  /** Returns the longest sleep of the page, which is not a nap. */
  private static JsonObject night(String token, SimPerson person) {
    return get(token, of(person.name(), "intervals"))
        .bodyAsJsonObject()
        .getJsonArray("intervals")
        .stream()
        .map(n -> (JsonObject) n)
        .filter(n -> n.getJsonArray("stages").size() > 12)
        .skip(2)
        .findFirst()
        .orElseThrow();
  }
}
