package io.tributary.simulators.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OuraSimulatorOAuthTest {
  private static OuraSimulatorHarness sim;

  @BeforeAll
  static void start() {
    sim = new OuraSimulatorHarness(OuraOptions.defaults().withDays(3));
  }

  @AfterAll
  static void stop() {
    sim.close();
  }

  @Test
  void aGrantReturnsCodeScopeAndState() {
    var back =
        sim.redirect(OuraSimulatorHarness.authorisePath("daily personal", "&sim_decision=grant"));
    assertEquals("daily personal", back.get("scope"));
    assertEquals("s/1", back.get("state"));
    JsonObject tokens = sim.exchange(back.get("code")).bodyAsJsonObject();
    assertEquals("bearer", tokens.getString("token_type"));
    assertEquals(86_400, tokens.getInteger("expires_in"));
    assertEquals(
        200,
        sim.get("/v2/usercollection/personal_info", tokens.getString("access_token")).statusCode());
  }

  @Test
  void aPartialGrantOpensOnlyWhatWasTicked() {
    var back =
        sim.redirect(
            OuraSimulatorHarness.authorisePath(
                "daily workout heartrate", "&sim_decision=grant&sim_scopes=daily+tag"));
    assertEquals("daily", back.get("scope"));
    String token = sim.exchange(back.get("code")).bodyAsJsonObject().getString("access_token");
    assertEquals(200, sim.get("/v2/usercollection/sleep", token).statusCode());
    assertEquals(403, sim.get("/v2/usercollection/workout", token).statusCode());
    assertEquals(403, sim.get("/v2/usercollection/heartrate", token).statusCode());
  }

  @Test
  void aDenialReturnsTheError() {
    var back = sim.redirect(OuraSimulatorHarness.authorisePath("daily", "&sim_decision=deny"));
    assertEquals(Map.of("error", "access_denied", "state", "s/1"), back);
  }

  @Test
  void thePageWorksAsAPlainForm() {
    String page = sim.get(OuraSimulatorHarness.authorisePath("daily workout", "")).bodyAsString();
    assertTrue(page.contains("action=\"/oauth/authorize/decision\""));
    assertTrue(page.contains("value=\"grant_selected\""));
    assertFalse(page.contains("<script"));
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("response_type", "code").add("client_id", "tributary-sandbox");
    form.add("redirect_uri", OuraSimulatorHarness.REDIRECT).add("scope", "daily workout");
    form.add("state", "abc").add("granted", "workout").add("decision", "grant_selected");
    var answer =
        sim.web
            .postAbs(sim.simulator.baseUrl() + "/oauth/authorize/decision")
            .sendForm(form)
            .await();
    assertEquals(302, answer.statusCode());
    var back = OuraSimulatorHarness.query(answer.getHeader("Location"));
    assertEquals("workout", back.get("scope"));
    assertEquals("abc", back.get("state"));
  }

  @Test
  void thePageEscapesWhatItShows() {
    String page =
        sim.get(
                OuraSimulatorHarness.authorisePath(
                    "daily", "&sim_user=" + OuraSimulatorHarness.encode("\"><script>x</script>")))
            .bodyAsString();
    assertFalse(page.contains("<script>x"));
  }

  @Test
  void foreignClientsAndReturnAddressesAreNeverRedirected() {
    String good = OuraSimulatorHarness.authorisePath("daily", "&sim_decision=grant");
    for (String bad :
        List.of(
            good.replace("tributary-sandbox", "nobody"),
            good.replace("127.0.0.1", "example.com"),
            good.replace("http%3A", "https%3A"),
            good.replace("link%2Fconnect", "elsewhere"))) {
      assertEquals(400, sim.get(bad).statusCode(), bad);
    }
  }

  @Test
  void otherAuthoriseErrorsAreRedirected() {
    String good = OuraSimulatorHarness.authorisePath("daily", "&sim_decision=grant");
    assertEquals(
        "unsupported_response_type",
        sim.redirect(good.replace("type=code", "type=token")).get("error"));
    assertEquals(
        "invalid_scope", sim.redirect(good.replace("scope=daily", "scope=all")).get("error"));
  }

  @Test
  void aCodeIsGoodOnceAndForTenMinutes() {
    String code = code();
    assertEquals(200, sim.exchange(code).statusCode());
    var again = sim.exchange(code);
    assertEquals(400, again.statusCode());
    assertEquals("invalid_grant", again.bodyAsJsonObject().getString("error"));
    try (var other = new OuraSimulatorHarness(OuraOptions.defaults().withDays(1))) {
      String late =
          other
              .redirect(OuraSimulatorHarness.authorisePath("daily", "&sim_decision=grant"))
              .get("code");
      other.control("clock", new JsonObject().put("offset_seconds", 601));
      assertEquals(400, other.exchange(late).statusCode());
    }
  }

  @Test
  void theTokenEndpointRefusesWhatIsWrong() {
    var wrongAddress =
        sim.token(
            Map.of(
                "grant_type",
                "authorization_code",
                "code",
                code(),
                "redirect_uri",
                OuraSimulatorHarness.REDIRECT.replace("9999", "9998")));
    assertEquals("invalid_grant", wrongAddress.bodyAsJsonObject().getString("error"));
    var wrongSecret =
        sim.token(
            Map.of(
                "client_secret",
                "guess",
                "grant_type",
                "authorization_code",
                "code",
                code(),
                "redirect_uri",
                OuraSimulatorHarness.REDIRECT));
    assertEquals(401, wrongSecret.statusCode());
    assertEquals("invalid_client", wrongSecret.bodyAsJsonObject().getString("error"));
    var noType = sim.token(Map.of("grant_type", "password"));
    assertEquals("unsupported_grant_type", noType.bodyAsJsonObject().getString("error"));
    var get = sim.get("/oauth/token?grant_type=refresh_token&refresh_token=x");
    assertEquals(405, get.statusCode());
    var json = sim.call(HttpMethod.POST, "/oauth/token", new JsonObject().put("code", "x"));
    assertEquals(400, json.statusCode());
  }

  @Test
  void theClientMayUseHttpBasic() {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("grant_type", "authorization_code").add("code", code());
    form.add("redirect_uri", OuraSimulatorHarness.REDIRECT);
    var request = sim.web.postAbs(sim.simulator.baseUrl() + "/oauth/token");
    request.basicAuthentication("tributary-sandbox", "tributary-sandbox-secret");
    assertEquals(200, request.sendForm(form).await().statusCode());
    request.basicAuthentication("tributary-sandbox", "guess");
    assertEquals(401, request.sendForm(form).await().statusCode());
  }

  @Test
  void aRefreshTokenIsSpentByItsUse() {
    JsonObject first = sim.connect("refresher", "daily");
    JsonObject second = sim.refresh(first.getString("refresh_token")).bodyAsJsonObject();
    assertNotEquals(first.getString("refresh_token"), second.getString("refresh_token"));
    assertEquals(
        200, sim.get("/v2/usercollection/sleep", second.getString("access_token")).statusCode());
    var reuse = sim.refresh(first.getString("refresh_token"));
    assertEquals(400, reuse.statusCode());
    assertEquals("invalid_grant", reuse.bodyAsJsonObject().getString("error"));
    assertEquals(200, sim.refresh(second.getString("refresh_token")).statusCode());
  }

  @Test
  void anAccessTokenExpiresByTheSimulatorsClock() {
    try (var other = new OuraSimulatorHarness(OuraOptions.defaults().withDays(1))) {
      JsonObject tokens = other.connect("expiring", "daily");
      String path = "/v2/usercollection/sleep";
      assertEquals(200, other.get(path, tokens.getString("access_token")).statusCode());
      other.control("clock", new JsonObject().put("offset_seconds", 86_401));
      assertEquals(401, other.get(path, tokens.getString("access_token")).statusCode());
      JsonObject fresh = other.refresh(tokens.getString("refresh_token")).bodyAsJsonObject();
      assertEquals(200, other.get(path, fresh.getString("access_token")).statusCode());
    }
  }

  @Test
  void aRevokedGrantIsGoneWithItsRefreshToken() {
    JsonObject tokens = sim.connect("leaver", "daily");
    String path = "/oauth/revoke?access_token=" + tokens.getString("access_token");
    assertEquals(200, sim.call(HttpMethod.POST, path, new JsonObject()).statusCode());
    assertEquals(
        401, sim.get("/v2/usercollection/sleep", tokens.getString("access_token")).statusCode());
    assertEquals(400, sim.refresh(tokens.getString("refresh_token")).statusCode());
    assertEquals(401, sim.get("/v2/usercollection/sleep").statusCode());
  }

  private static String code() {
    return sim.redirect(OuraSimulatorHarness.authorisePath("daily", "&sim_decision=grant"))
        .get("code");
  }
}
