package io.tributary.simulator.kit;

import static io.tributary.simulator.kit.KitHarness.ok;
import static io.tributary.simulator.kit.KitHarness.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tributary.simulator.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulator.kit.OAuthSimRules.Pkce;
import io.tributary.simulator.kit.OAuthSimRules.Rotation;
import io.tributary.simulator.kit.Revoke.Held;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
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

class KitOAuthTest {
  // RFC 7636, appendix B.
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  private KitHarness kit;

  private KitHarness with(UnaryOperator<OAuthSimRules> rules) {
    var vendor = new ToyVendor();
    vendor.rules = rules.apply(vendor.rules);
    kit = new KitHarness(vendor);
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
    form.add("redirect_uri", KitHarness.REDIRECT);
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
              .put("redirect_uris", new JsonArray().add(KitHarness.REDIRECT)));
      refused(400, "invalid_grant", unknownCode(id, secret));
      refused(400, "invalid_grant", unknownCode(id, KitHarness.encode(secret)));
      refused(401, "invalid_client", unknownCode(id, secret + "x"));
    }
  }

  /** Gets to the code only if the client is known. */
  private HttpResponse<Buffer> unknownCode(String id, String secret) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("grant_type", "authorization_code").add("code", "none");
    form.add("redirect_uri", KitHarness.REDIRECT);
    return kit.tokenRequest().basicAuthentication(id, secret).sendForm(form).await();
  }

  @Test
  void aVendorThatWantsTheBodyRefusesTheHeader() {
    with(r -> r.withClientAuth(ClientAuth.BODY));
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("grant_type", "authorization_code").add("code", kit.code());
    form.add("redirect_uri", KitHarness.REDIRECT);
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
            .addQueryParam("redirect_uri", KitHarness.REDIRECT)
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
            KitHarness.REDIRECT,
            "code_verifier",
            verifier));
  }

  @Test
  void scopesComeApartByTheVendorsJoin() {
    with(r -> r.withScopes(",", "activity", "sleep").withScopeInCallback().withScopeNeeded());
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
    with(r -> r.withShortestState(8));
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
    with(r -> r.withLives(Duration.ofSeconds(30), Duration.ofHours(3), Optional.empty()));
    String late = kit.code();
    String early = kit.code();
    kit.clock(29);
    assertEquals(10_800, ok(kit.exchange(early)).getInteger("expires_in"));
    kit.clock(31);
    refused(400, "invalid_grant", kit.exchange(late));
  }

  @Test
  void aSpentRefreshTokenIsRefusedAndCounted() {
    with(r -> r);
    JsonObject first = kit.connect("activity");
    JsonObject second = kit.refreshed(first.getString("refresh_token"));
    refused(400, "invalid_grant", kit.refresh(first.getString("refresh_token")));
    JsonObject counted = kit.control("requests").getJsonObject("oauth");
    assertEquals(1, counted.getInteger("refreshes"));
    assertEquals(1, counted.getInteger("reuses"));
    assertEquals(0, counted.getInteger("revocations"));
    assertEquals(200, kit.day(first.getString("access_token")).statusCode());
    kit.refreshed(second.getString("refresh_token"));
  }

  @Test
  void reuseMayCostTheWholeGrant() {
    with(r -> r.withReuseRevoking());
    JsonObject first = kit.connect("activity");
    JsonObject second = kit.refreshed(first.getString("refresh_token"));
    refused(400, "invalid_grant", kit.refresh(first.getString("refresh_token")));
    refused(401, "invalid_token", kit.day(second.getString("access_token")));
    refused(400, "invalid_grant", kit.refresh(second.getString("refresh_token")));
    assertEquals(1, kit.control("requests").getJsonObject("oauth").getInteger("revocations"));
  }

  @Test
  void aRefreshMayEndTheOldAccessTokenAtOnce() {
    with(r -> r.withAccessDyingOnRefresh());
    JsonObject first = kit.connect("activity");
    JsonObject second = kit.refreshed(first.getString("refresh_token"));
    refused(401, "invalid_token", kit.day(first.getString("access_token")));
    assertEquals(200, kit.day(second.getString("access_token")).statusCode());
  }

  @Test
  void aRefreshTokenThatStaysIsNotRepeated() {
    with(r -> r.withRotation(Rotation.KEEP));
    String refresh = kit.connect("activity").getString("refresh_token");
    JsonObject second = kit.refreshed(refresh);
    assertNull(second.getString("refresh_token"));
    JsonObject third = kit.refreshed(refresh);
    assertNotEquals(second.getString("access_token"), third.getString("access_token"));
    assertEquals(0, kit.control("requests").getJsonObject("oauth").getInteger("reuses"));
  }

  @Test
  void aReplacedRefreshTokenIsForgivenUntilTheNewAccessTokenIsUsed() {
    with(r -> r.withGrace(Duration.ofHours(8)));
    String old = kit.connect("activity").getString("refresh_token");
    kit.refreshed(old);
    JsonObject again = kit.refreshed(old);
    assertEquals(1, kit.control("requests").getJsonObject("oauth").getInteger("reuses"));
    assertEquals(200, kit.day(again.getString("access_token")).statusCode());
    refused(400, "invalid_grant", kit.refresh(old));
  }

  @Test
  void graceEndsAfterItsHours() {
    with(r -> r.withGrace(Duration.ofHours(8)));
    String old = kit.connect("activity").getString("refresh_token");
    kit.refreshed(old);
    kit.clock(8 * 3600 - 60);
    kit.refreshed(old);
    kit.clock(8 * 3600 + 60);
    refused(400, "invalid_grant", kit.refresh(old));
  }

  @Test
  void aFreshAccessTokenComesBackUnchanged() {
    with(
        r ->
            r.withRotation(Rotation.SAME_WHILE_FRESH)
                .withLives(Duration.ofMinutes(10), Duration.ofHours(6), Optional.empty()));
    JsonObject first = kit.connect("activity");
    JsonObject same = kit.refreshed(first.getString("refresh_token"));
    assertEquals(first.getString("access_token"), same.getString("access_token"));
    assertEquals(first.getString("refresh_token"), same.getString("refresh_token"));
    kit.clock(5 * 3600 + 60);
    JsonObject next = kit.refreshed(first.getString("refresh_token"));
    assertNotEquals(first.getString("access_token"), next.getString("access_token"));
    refused(400, "invalid_grant", kit.refresh(first.getString("refresh_token")));
  }

  @Test
  void withoutTheScopeForItThereIsNoRefreshToken() {
    with(r -> r.withRefreshScope("offline").withRefreshFields(Map.of("scope", "offline")));
    assertNull(kit.connect("activity").getString("refresh_token"));
    String refresh = kit.connect("activity offline").getString("refresh_token");
    refused(400, "invalid_request", kit.refresh(refresh));
    ok(
        kit.token(
            Map.of("grant_type", "refresh_token", "refresh_token", refresh, "scope", "offline")));
  }

  @Test
  void aRefreshMayHaveToRepeatTheReturnAddress() {
    with(r -> r.withRedirectInRefresh());
    String refresh = kit.connect("activity").getString("refresh_token");
    refused(400, "invalid_request", kit.refresh(refresh));
    ok(
        kit.token(
            Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                refresh,
                "redirect_uri",
                KitHarness.REDIRECT)));
  }

  @Test
  void aRefreshTokenEndsAfterItsLife() {
    with(
        r ->
            r.withLives(
                Duration.ofMinutes(1), Duration.ofHours(1), Optional.of(Duration.ofDays(90))));
    String refresh = kit.connect("activity").getString("refresh_token");
    kit.clock(89 * 86_400);
    String next = kit.refreshed(refresh).getString("refresh_token");
    kit.clock(180 * 86_400);
    refused(400, "invalid_grant", kit.refresh(next));
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
                KitHarness.REDIRECT)));
  }

  @Test
  void otherCallsOfTheTokenPathAreTheVendors() {
    with(r -> r.withTokenFields(Map.of("action", "requesttoken")).withSharedTokenPath());
    // The toy vendor has no route there.
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
  void whoDoesNotAskToStayGetsNoRefreshToken() {
    with(r -> r.withRefreshParams(Map.of("access_type", "offline")).withRotation(Rotation.KEEP));
    assertNull(kit.connect("activity").getString("refresh_token"));
    String code = kit.authorise("activity", "&sim_user=ann&access_type=offline").get("code");
    kit.refreshed(ok(kit.exchange(code)).getString("refresh_token"));
  }

  @Test
  void noMoreTokensLiveAtOnceThanAllowed() {
    with(r -> r.withMostLiveTokens(2));
    String refresh = kit.connect("activity").getString("refresh_token");
    String next = kit.refreshed(refresh).getString("refresh_token");
    refused(400, "invalid_request", kit.refresh(next));
  }

  @Test
  void aGrantEndsTheVendorsWay() {
    with(
        r ->
            r.withRevoke(
                new Revoke(HttpMethod.DELETE, "/permissions", Held.BEARER, "", false, true, 204)));
    JsonObject tokens = kit.connect("activity");
    var gone =
        kit.web
            .deleteAbs(kit.sim.baseUrl() + "/permissions")
            .bearerTokenAuthentication(tokens.getString("access_token"));
    assertEquals(204, gone.send().await().statusCode());
    refused(401, "invalid_token", gone.send().await());
    refused(400, "invalid_grant", kit.refresh(tokens.getString("refresh_token")));
  }

  @Test
  void aRevokeMayNeedTheClientAsWell() {
    with(
        r ->
            r.withClientAuth(ClientAuth.BASIC)
                .withRevoke(
                    new Revoke(HttpMethod.POST, "/revoke", Held.FORM, "token", true, false, 200)));
    var form = MultiMap.caseInsensitiveMultiMap().add("token", "whatever");
    var request = kit.web.postAbs(kit.sim.baseUrl() + "/revoke");
    refused(401, "invalid_client", request.sendForm(form).await());
    request.basicAuthentication("tributary-sandbox", "tributary-sandbox-secret");
    ok(request.sendForm(form).await());
  }

  @Test
  void aUserWhoWithdrawsEndsEverything() {
    with(r -> r);
    JsonObject tokens = kit.connect("activity");
    String id = SimPerson.idOf("ann");
    assertEquals(1, kit.control("people/" + id + "/revoke", new JsonObject()).getInteger("grants"));
    refused(401, "invalid_token", kit.day(tokens.getString("access_token")));
  }

  @Test
  void tokensThatExpireLeaveTheGrantAlone() {
    with(r -> r);
    JsonObject tokens = kit.connect("activity");
    String id = SimPerson.idOf("ann");
    kit.control("people/" + id + "/expire", new JsonObject());
    refused(401, "invalid_token", kit.day(tokens.getString("access_token")));
    JsonObject next = kit.refreshed(tokens.getString("refresh_token"));
    assertEquals(200, kit.day(next.getString("access_token")).statusCode());
  }

  @Test
  void connectionsCanBeOpenedWithoutABrowser() {
    with(r -> r);
    var issued =
        kit.sim
            .in(
                world ->
                    world
                        .grants()
                        .open(
                            world.options().app(), world.people().named("bob"), Set.of("activity")))
            .await();
    assertEquals(200, kit.day(issued.accessToken()).statusCode());
  }
}
