package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Times;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Creation, opening and expiry of portal links; run by {@link PortalTest}. */
interface PortalLinkTests {
  TestNode node();

  PortalHarness portal();

  private TestResponse make(String body) {
    return node().callManagement("POST", portal().base("sandbox") + "/webhook_portal_link", body);
  }

  @Test
  default void aLinkHoldsItsTokenBehindTheHashAndLivesAsLongAsAsked() {
    JsonNode made = make("{\"expires_in\":120}").expect(200).json();
    assertTrue(
        made.get("url")
            .asText()
            .matches("https://health\\.example\\.org/portal/webhooks#link=[0-9A-Za-z]{43}"));
    Instant expiry = Times.parseInstant(made.get("expires_at").asText()).orElseThrow();
    Duration life = Duration.between(Instant.now(), expiry);
    assertTrue(life.toSeconds() > 100 && life.toSeconds() <= 120, life.toString());
    Instant usual =
        Times.parseInstant(make(null).expect(200).json().get("expires_at").asText()).orElseThrow();
    assertTrue(Duration.between(Instant.now(), usual).toSeconds() > 580);
  }

  @Test
  default void aLinkIsMadeWithinBoundsAndForOnesOwnTeamOnly() {
    TestNode node = node();
    PortalHarness portal = portal();
    make("{\"expires_in\":29}").expect(422);
    make("{\"expires_in\":86401}").expect(422);
    make("{\"expires_in\":\"x\",\"read_only\":1}").expect(422);
    make("[]").expect(422);
    String path = portal.base("sandbox") + "/webhook_portal_link";
    node.send("POST", path, "{}", Map.of()).expect(401);
    node.call("POST", path, "{}").expect(401);
    for (String wrong :
        List.of(
            path.replace(node.first().team().toString(), Ids.uuid().toString()),
            path.replace(node.first().org().toString(), Ids.uuid().toString()))) {
      node.callManagement("POST", wrong, "{}").expect(404);
    }
    node.callManagement("POST", portal.base("nowhere") + "/webhook_portal_link", "{}").expect(422);
  }

  @Test
  default void aLinkOpensOnceAndNeitherTokenIsStored() {
    TestNode node = node();
    PortalHarness portal = portal();
    String token = PortalHarness.token(portal.link());
    TestResponse opened = portal.opened(token).expect(200);
    assertEquals("sandbox", opened.json().get("environment").asText());
    assertFalse(opened.json().get("read_only").asBoolean());
    String cookie = opened.header("set-cookie");
    for (String part : List.of("path=/portal", "httponly", "secure", "samesite=strict")) {
      assertTrue(cookie.toLowerCase(Locale.ROOT).contains("; " + part), cookie);
    }
    assertTrue(cookie.matches(".*Max-Age=3600.*"), cookie);
    portal.opened(token).expect(409);
    String other = (token.charAt(0) == 'x' ? "y" : "x") + token.substring(1);
    portal.opened(other).expect(404);
    String session = cookie.split("[=;]")[1];
    assertFalse(opened.text().contains(session));
    for (String table : List.of("portal_link", "portal_session")) {
      node.db()
          .query("select t::text as row from " + table + " t")
          .forEach(
              r -> {
                assertFalse(r.getString("row").contains(token));
                assertFalse(r.getString("row").contains(session));
              });
    }
  }

  @Test
  default void aTeamAsksForItsOwnLinkWhichEndsWithItsKey() {
    TestNode node = node();
    PortalHarness portal = portal();
    String key =
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/team_api_keys/sandbox/us",
                "{\"label\":\"own\",\"team_id\":\"" + node.first().team() + "\"}")
            .expect(200)
            .json()
            .get("value")
            .asText();
    Supplier<String> link =
        () ->
            PortalHarness.token(
                node.send(
                        "GET",
                        "/v2/team/webhook_portal/url",
                        null,
                        Map.of("x-service-api-key", key))
                    .expect(200)
                    .json()
                    .get("url")
                    .asText());
    TestResponse opened = portal.opened(link.get()).expect(200);
    assertEquals("sandbox", opened.json().get("environment").asText());
    assertFalse(opened.json().get("read_only").asBoolean());
    String unused = link.get();
    Map<String, String> cookie = Map.of("cookie", opened.header("set-cookie").split(";")[0]);
    node.send("GET", "/portal/api/session", null, cookie).expect(200);
    node.db().query("update api_key set revoked_at = now() where label = 'own'");
    node.send("GET", "/portal/api/session", null, cookie).expect(401);
    portal.opened(unused).expect(404);
    node.send("GET", "/v2/team/webhook_portal/url", null, Map.of()).expect(401);
  }

  @Test
  default void aKeyThatMayNotWriteOpensAPageThatChangesNothing() {
    TestNode node = node();
    PortalHarness portal = portal();
    String key =
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/team_api_keys/sandbox/us",
                "{\"label\":\"r\",\"scopes\":[\"read\",\"lab\",\"management\"],\"team_id\":\""
                    + node.first().team()
                    + "\"}")
            .expect(200)
            .json()
            .get("value")
            .asText();
    String link =
        node.send("GET", "/v2/team/webhook_portal/url", null, Map.of("x-service-api-key", key))
            .expect(200)
            .json()
            .get("url")
            .asText();
    TestResponse opened = portal.opened(PortalHarness.token(link)).expect(200);
    assertTrue(opened.json().get("read_only").asBoolean());
  }

  @Test
  default void ofManyWhoOpenALinkAtOnceOneGetsIn() {
    PortalHarness portal = portal();
    String token = PortalHarness.token(portal.link());
    List<CompletableFuture<Integer>> all =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> portal.opened(token).status()))
            .toList();
    assertEquals(1, all.stream().filter(f -> f.join() == 200).count());
  }

  @Test
  default void anExpiredLinkOpensNothing() {
    TestNode node = node();
    PortalHarness portal = portal();
    String token = PortalHarness.token(portal.link());
    node.db()
        .query(
            "update portal_link set expires_at = now() where token_hash = $1",
            (Object) Encryption.sha256(token));
    portal.opened(token).expect(400);
  }

  @Test
  default void theCookieIsNotForHttpsAloneWhereTheServiceIsReachedByHttp() {
    TestNode node = node();
    try (TestNode plain = node.startPeer("TRIBUTARY_HTTP_PUBLIC_URL", "")) {
      PortalHarness there = new PortalHarness(plain);
      String cookie =
          there
              .opened(PortalHarness.token(there.link()))
              .expect(200)
              .header("set-cookie")
              .toLowerCase(Locale.ROOT);
      assertFalse(cookie.contains("secure"), cookie);
      assertTrue(cookie.contains("httponly") && cookie.contains("samesite=strict"), cookie);
    }
  }

  @Test
  default void linksAndSessionsEndWithTheKeyThatMadeThem() {
    TestNode node = node();
    PortalHarness portal = portal();
    String keys = "/v1/org/" + node.first().org() + "/management_key";
    JsonNode made =
        node.callManagement("POST", keys, "{\"label\":\"portal\",\"role\":\"org_admin\"}")
            .expect(200)
            .json();
    PortalHarness.Session others = portal.session("{}");
    String path = portal.base("sandbox") + "/webhook_portal_link";
    Map<String, String> own = Map.of("x-management-key", made.findValue("key").asText());
    String used = node.send("POST", path, "{}", own).expect(200).json().get("url").asText();
    String unused = node.send("POST", path, "{}", own).expect(200).json().get("url").asText();
    PortalHarness.Session s =
        portal.new Session(portal.opened(PortalHarness.token(used)).expect(200));
    s.call("GET", "/webhook", null).expect(200);
    node.callManagement("DELETE", keys + "/" + made.findValue("id").asText(), null).expect(200);
    s.call("GET", "/webhook", null).expect(401);
    s.call("GET", "/session", null).expect(401);
    portal.opened(PortalHarness.token(unused)).expect(404);
    others.call("GET", "/webhook", null).expect(200);
    node.send("POST", path, "{}", own).expect(401);
  }
}
