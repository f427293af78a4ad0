package io.tributary.simulators.libre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LibreSimulatorTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final WebClient WEB = WebClient.create(VERTX);
  private static Sim sim;

  @BeforeAll
  static void start() {
    sim =
        Sim.start(VERTX, LibreVendor.forPatients(), SimOptions.defaults().withPort(0).withDays(20))
            .await();
  }

  @AfterAll
  static void stop() {
    sim.close().await();
    VERTX.close().await();
  }

  private static String account(String name, String code, String region) {
    String email = name + "@example.com";
    post(
        "/control/passwords",
        new JsonObject()
            .put("login", email)
            .put("password", "right")
            .put("name", name)
            .put("code", code)
            .put("region", region));
    return email;
  }

  private static HttpResponse<Buffer> post(String path, JsonObject body, String... headers) {
    return WEB.postAbs(sim.baseUrl() + path).putHeaders(all(headers)).sendJsonObject(body).await();
  }

  private static HttpResponse<Buffer> get(String path, String... headers) {
    String url = path.startsWith("http") ? path : sim.baseUrl() + path;
    return WEB.getAbs(url).putHeaders(all(headers)).send().await();
  }

  private static MultiMap all(String... headers) {
    MultiMap out = MultiMap.caseInsensitiveMultiMap();
    for (int i = 0; i < headers.length; i += 2) {
      out.add(headers[i], headers[i + 1]);
    }
    return out;
  }

  private static JsonObject login(String path, String email, String password) {
    return post(path, new JsonObject().put("email", email).put("password", password))
        .bodyAsJsonObject();
  }

  private static String token(String email) {
    return login("/auth/login", email, "right")
        .getJsonObject("data")
        .getJsonObject("authTicket")
        .getString("token");
  }

  private static String bearer(String token) {
    return "Bearer " + token;
  }

  @Test
  void aWrongPasswordIsToldWithinTheAnswerUntilTheAccountIsLocked() {
    String email = account("lola", "", "");
    for (int i = 0; i < 5; i++) {
      JsonObject answer = login("/auth/login", email, "wrong");
      assertEquals(2, answer.getInteger("status"));
      assertEquals("notAuthenticated", answer.getJsonObject("error").getString("message"));
    }
    HttpResponse<Buffer> locked =
        post("/auth/login", new JsonObject().put("email", email).put("password", "right"));
    assertEquals(429, locked.statusCode());
    assertTrue(
        locked.bodyAsJsonObject().getJsonObject("data").getJsonObject("data").getInteger("lockout")
            > 800);
  }

  @Test
  void anotherHostNamesTheRegionAndHasNoneOfItsData() {
    String email = account("rudi", "", "eu2");
    JsonObject told = login("/auth/login", email, "right").getJsonObject("data");
    assertTrue(told.getBoolean("redirect"));
    assertEquals("eu2", told.getString("region"));
    String token =
        login("/region/eu2/auth/login", email, "right")
            .getJsonObject("data")
            .getJsonObject("authTicket")
            .getString("token");
    assertEquals(401, get("/reportSettings", "Authorization", bearer(token)).statusCode());
    assertEquals(
        200, get("/region/eu2/reportSettings", "Authorization", bearer(token)).statusCode());
  }

  @Test
  void aCodeIsGoodWithTheTokenOfItsSendingOnly() {
    String email = account("mara", "4711", "");
    JsonObject open = login("/auth/login", email, "right");
    JsonObject data = open.getJsonObject("data");
    assertEquals("2faVerify", data.getJsonObject("step").getString("type"));
    String first = data.getJsonObject("authTicket").getString("token");
    JsonObject code = new JsonObject().put("code", "4711").put("isPrimaryMethod", true);
    String path = "/auth/continue/2fa/";
    assertEquals(401, post(path + "result", code, "Authorization", bearer(first)).statusCode());
    assertEquals(401, get("/reportSettings", "Authorization", bearer(first)).statusCode());
    String second =
        post(
                path + "sendcode",
                new JsonObject().put("isPrimaryMethod", true),
                "Authorization",
                bearer(first))
            .bodyAsJsonObject()
            .getJsonObject("ticket")
            .getString("token");
    assertNotEquals(first, second);
    JsonObject in =
        post(path + "result", code, "Authorization", bearer(second))
            .bodyAsJsonObject()
            .getJsonObject("data");
    assertEquals(SimPerson.idOf("mara"), in.getJsonObject("user").getString("id"));
    JsonObject trusted =
        post(
                "/auth/login",
                new JsonObject()
                    .put("email", email)
                    .put("password", "right")
                    .put("trustedDeviceToken", in.getString("trustedDeviceToken")))
            .bodyAsJsonObject();
    assertEquals(0, trusted.getInteger("status"));
    assertFalse(trusted.getJsonObject("data").containsKey("step"));
  }

  private static JsonObject order(String person) {
    long now = Instant.now().getEpochSecond();
    return new JsonObject()
        .put("PrimaryDeviceId", "new-" + SimPerson.idOf(person))
        .put("PrimaryDeviceTypeId", 40066)
        .put("SecondaryDeviceIds", new JsonArray())
        .put("ReportIds", new JsonArray().add(540066))
        .put("ClientReportIDs", new JsonArray().add(5))
        .put("StartDates", new JsonArray().add(now - 86_400))
        .put("EndDate", now)
        .put("PatientId", SimPerson.idOf(person))
        .put("CultureCode", "en-US");
  }

  @Test
  void aReportIsOrderedWaitedForAndFetchedWithTheNewTicket() {
    String token = token(account("rosa", "", ""));
    String auth = bearer(token);
    long now = Instant.now().getEpochSecond();
    for (JsonObject wrong :
        List.of(
            order("rosa").put("ReportIds", new JsonArray().add(500000)),
            order("rosa").put("PrimaryDeviceTypeId", 1),
            order("rosa").put("PatientId", SimPerson.idOf("somebody")),
            order("rosa").put("StartDates", new JsonArray().add(now - 91L * 86_400)),
            order("rosa").put("EndDate", now - 2L * 86_400))) {
      assertEquals(400, post("/reports", wrong, "Authorization", auth).statusCode(), wrong::encode);
    }
    JsonObject ordered = post("/reports", order("rosa"), "Authorization", auth).bodyAsJsonObject();
    String channel = ordered.getJsonObject("data").getString("url");
    String poll =
        get(channel, "Authorization", auth)
            .bodyAsJsonObject()
            .getJsonObject("data")
            .getString("lp");
    assertEquals(
        "started", get(poll, "Authorization", auth).bodyAsJsonObject().getString("operation"));
    JsonObject ready = get(poll, "Authorization", auth).bodyAsJsonObject();
    assertEquals("update", ready.getString("operation"));
    String page = ready.getJsonObject("args").getJsonObject("urls").getString("5");
    assertEquals(401, get(page).statusCode());
    String ticket = ordered.getJsonObject("ticket").getString("token");
    HttpResponse<Buffer> html = get(page + "?session=" + ticket, "Accept", "text/html");
    assertEquals(200, html.statusCode());
    assertTrue(html.bodyAsString().contains("window.report = {"));
    assertTrue(html.bodyAsString().contains("\"SensorScans\":["));
  }

  private static String hash(String id) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void theAppMustBeYoungAndSayWhoItIs() throws Exception {
    String email = account("parent", "", "");
    JsonObject typed = new JsonObject().put("email", email).put("password", "right");
    assertEquals(403, post("/llu/auth/login", typed).statusCode());
    JsonObject old =
        post("/llu/auth/login", typed, "product", "llu.ios", "version", "4.2.1").bodyAsJsonObject();
    assertEquals(920, old.getInteger("status"));
    JsonObject in =
        post("/llu/auth/login", typed, "product", "llu.ios", "version", "4.16.0")
            .bodyAsJsonObject()
            .getJsonObject("data");
    String auth = bearer(in.getJsonObject("authTicket").getString("token"));
    String[] app = {"product", "llu.ios", "version", "4.16.0", "Authorization", auth};
    assertEquals(400, get("/llu/connections", app).statusCode());
    String[] known = {
      "product",
      "llu.ios",
      "version",
      "4.16.0",
      "Authorization",
      auth,
      "account-id",
      hash(SimPerson.idOf("parent"))
    };
    JsonArray list = get("/llu/connections", known).bodyAsJsonObject().getJsonArray("data");
    assertEquals(1, list.size());
    assertEquals(SimPerson.idOf("child of parent"), list.getJsonObject(0).getString("patientId"));
    assertEquals(
        404, get("/llu/connections/" + SimPerson.idOf("parent") + "/graph", known).statusCode());
    // Tokens of the portal and the app are not interchangeable.
    assertEquals(401, get("/reportSettings", "Authorization", auth).statusCode());
  }
}
