package io.tributary.simulators.kit;

import static io.tributary.simulators.kit.SimulatorKitHarness.ok;
import static io.tributary.simulators.kit.SimulatorKitHarness.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tributary.simulators.kit.OAuthSimRules.ClientAuth;
import io.tributary.simulators.kit.OAuthSimRules.Rotation;
import io.tributary.simulators.kit.RevocationEndpoint.TokenLocation;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Grants after the exchange: token refreshes of each vendor, and revocation. */
class KitRefreshTest {
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
    with(r -> r.withAccessRevokedOnRefresh());
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
                .withLifetimes(Duration.ofMinutes(10), Duration.ofHours(6), Optional.empty()));
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
                SimulatorKitHarness.REDIRECT)));
  }

  @Test
  void aRefreshTokenEndsAfterItsLife() {
    with(
        r ->
            r.withLifetimes(
                Duration.ofMinutes(1), Duration.ofHours(1), Optional.of(Duration.ofDays(90))));
    String refresh = kit.connect("activity").getString("refresh_token");
    kit.clock(89 * 86_400);
    String next = kit.refreshed(refresh).getString("refresh_token");
    kit.clock(180 * 86_400);
    refused(400, "invalid_grant", kit.refresh(next));
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
    with(r -> r.withMaxActiveTokens(2));
    String refresh = kit.connect("activity").getString("refresh_token");
    String next = kit.refreshed(refresh).getString("refresh_token");
    refused(400, "invalid_request", kit.refresh(next));
  }

  @Test
  void aGrantEndsTheVendorsWay() {
    with(
        r ->
            r.withRevoke(
                new RevocationEndpoint(
                    HttpMethod.DELETE,
                    "/permissions",
                    TokenLocation.BEARER,
                    "",
                    false,
                    true,
                    204)));
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
                    new RevocationEndpoint(
                        HttpMethod.POST,
                        "/revoke",
                        TokenLocation.FORM,
                        "token",
                        true,
                        false,
                        200)));
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
}
