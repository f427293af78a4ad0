package io.tributary.simulators.kit;

import static io.tributary.simulators.kit.SimulatorKitHarness.ok;
import static io.tributary.simulators.kit.SimulatorKitHarness.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tributary.simulators.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulators.kit.OAuthSimRules.Pkce;
import io.tributary.simulators.kit.OAuthSimRules.Rotation;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The authorization code flow: client authentication, consent, code and exchange. */
class KitOAuthTest {
  // RFC 7636, appendix B.
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  private SimulatorKitHarness kit;

  private SimulatorKitHarness with(UnaryOperator<OAuthSimRules> rules) {
    kit = SimulatorKitHarness.with(rules);
    return kit;
  }

  @AfterEach
  void stop() {
    kit.close();
  }

  @Test
  void aVendorThatWantsTheHeaderRefusesTheBody() {
    with(r -> r.withClientAuth(ClientAuth.BASIC));
    refused(401, "invalid_client", kit.exchange(kit.code()));
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("grant_type", "authorization_code").add("code", kit.code());
    form.add("redirect_uri", SimulatorKitHarness.REDIRECT);
    var request =
        kit.tokenRequest().basicAuthentication("tributary-sandbox", "tributary-sandbox-secret");
    ok(request.sendForm(form).await());
  }

  @Test
  void aHeaderIsTakenAsItStandsOrEncodedLikeAForm() {
    with(r -> r.withClientAuth(ClientAuth.BASIC));
    for (String secret : List.of("ab+c/=", "50%", "a%2Bb", "a:b:c", "plain and blank")) {
      String id = "app-" + secret.length();
      kit.control(
          "apps",
          new JsonObject()
              .put("client_id", id)
              .put("client_secret", secret)
              .put("redirect_uris", new JsonArray().add(SimulatorKitHarness.REDIRECT)));
      refused(400, "invalid_grant", unknownCode(id, secret));
      refused(400, "invalid_grant", unknownCode(id, SimulatorKitHarness.encode(secret)));
      refused(401, "invalid_client", unknownCode(id, secret + "x"));
    }
  }

  /** Sends an unknown code, which is checked only after the client is authenticated. */
  private HttpResponse<Buffer> unknownCode(String id, String secret) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("grant_type", "authorization_code").add("code", "none");
    form.add("redirect_uri", SimulatorKitHarness.REDIRECT);
    return kit.tokenRequest().basicAuthentication(id, secret).sendForm(form).await();
  }

  @Test
  void aVendorThatWantsTheBodyRefusesTheHeader() {
    with(r -> r.withClientAuth(ClientAuth.BODY));
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("grant_type", "authorization_code").add("code", kit.code());
    form.add("redirect_uri", SimulatorKitHarness.REDIRECT);
    var request =
        kit.tokenRequest().basicAuthentication("tributary-sandbox", "tributary-sandbox-secret");
    refused(401, "invalid_client", request.sendForm(form).await());
    ok(kit.exchange(kit.code()));
  }

  @Test
  void aVendorThatTakesQueriesTakesNoForm() {
    with(r -> r.withClientAuth(ClientAuth.QUERY).withRotation(Rotation.NONE));
    var request =
        kit.tokenRequest()
            .addQueryParam("grant_type", "authorization_code")
            .addQueryParam("code", kit.code())
            .addQueryParam("redirect_uri", SimulatorKitHarness.REDIRECT)
            .addQueryParam("client_id", "tributary-sandbox")
            .addQueryParam("client_secret", "tributary-sandbox-secret");
    assertFalse(ok(request.send().await()).containsKey("refresh_token"));
    refused(400, "invalid_request", kit.exchange(kit.code()));
  }

  @Test
  void aProofKeyIsHeldAgainstItsVerifier() {
    with(r -> r.withPkce(Pkce.REQUIRED));
    assertEquals("invalid_request", kit.authorise("activity", "").get("error"));
    String plain = "&code_challenge=" + CHALLENGE + "&code_challenge_method=plain";
    assertEquals("invalid_request", kit.authorise("activity", plain).get("error"));
    String extra = "&code_challenge=" + CHALLENGE + "&code_challenge_method=S256";
    refused(400, "invalid_request", kit.exchange(kit.authorise("activity", extra).get("code")));
    refused(400, "invalid_grant", verified(extra, VERIFIER.replace('d', 'e')));
    ok(verified(extra, VERIFIER));
  }

  private HttpResponse<Buffer> verified(String extra, String verifier) {
    return kit.token(
        Map.of(
            "grant_type",
            "authorization_code",
            "code",
            kit.authorise("activity", extra).get("code"),
            "redirect_uri",
            SimulatorKitHarness.REDIRECT,
            "code_verifier",
            verifier));
  }

  @Test
  void scopesComeApartByTheVendorsJoin() {
    with(r -> r.withScopes(",", "activity", "sleep").withScopeInCallback().withRequiredScope());
    var back = kit.authorise("activity,sleep", "&sim_scopes=sleep");
    assertEquals("sleep", back.get("scope"));
    assertEquals("activity,sleep", kit.authorise("activity,sleep", "").get("scope"));
    assertEquals("invalid_scope", kit.authorise("activity sleep", "").get("error"));
    assertEquals("invalid_scope", kit.authorise("", "").get("error"));
    String token = ok(kit.exchange(back.get("code"))).getString("access_token");
    refused(403, "insufficient_scope", kit.day(token));
  }

  @Test
  void aStateMayBeTooShort() {
    with(r -> r.withMinStateLength(8));
    assertEquals("invalid_request", kit.authorise("activity", "").get("error"));
  }

  @Test
  void aConsentOfAllOrNothingCannotBePartial() {
    with(r -> r.withoutPartialGrant());
    String code = kit.authorise("activity sleep", "&sim_scopes=sleep").get("code");
    assertEquals(200, kit.day(ok(kit.exchange(code)).getString("access_token")).statusCode());
  }

  @Test
  void aCodeLivesAsLongAsTheVendorSays() {
    with(r -> r.withLifetimes(Duration.ofSeconds(30), Duration.ofHours(3), Optional.empty()));
    String late = kit.code();
    String early = kit.code();
    kit.clock(29);
    assertEquals(10_800, ok(kit.exchange(early)).getInteger("expires_in"));
    kit.clock(31);
    refused(400, "invalid_grant", kit.exchange(late));
  }

  @Test
  void tokenCallsMayNeedFieldsOfTheirOwn() {
    with(r -> r.withTokenFields(Map.of("action", "requesttoken")));
    refused(400, "invalid_request", kit.exchange(kit.code()));
    ok(
        kit.token(
            Map.of(
                "action",
                "requesttoken",
                "grant_type",
                "authorization_code",
                "code",
                kit.code(),
                "redirect_uri",
                SimulatorKitHarness.REDIRECT)));
  }

  @Test
  void otherCallsOfTheTokenPathAreTheVendors() {
    with(r -> r.withTokenFields(Map.of("action", "requesttoken")).withSharedTokenPath());
    // The toy vendor has no such route.
    refused(404, "not_found", kit.token(Map.of("action", "revoke")));
    refused(
        400,
        "invalid_request",
        kit.token(Map.of("action", "requesttoken", "grant_type", "authorization_code")));
  }

  @Test
  void anExchangeMayDoWithoutTheReturnAddressButNotWithAnother() {
    with(r -> r.withoutRedirectInExchange());
    ok(kit.token(Map.of("grant_type", "authorization_code", "code", kit.code())));
    var other =
        Map.of(
            "grant_type",
            "authorization_code",
            "code",
            kit.code(),
            "redirect_uri",
            "http://127.0.0.1/elsewhere");
    refused(400, "invalid_grant", kit.token(other));
  }

  @Test
  void connectionsCanBeOpenedWithoutABrowser() {
    with(r -> r);
    var issued =
        kit.sim
            .runOnEventLoop(
                world ->
                    world
                        .grants()
                        .issueWithoutCode(
                            world.options().app(), world.people().named("bob"), Set.of("activity")))
            .await();
    assertEquals(200, kit.day(issued.accessToken()).statusCode());
  }
}
