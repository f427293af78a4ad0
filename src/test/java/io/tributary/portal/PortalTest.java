package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Rows;
import io.tributary.harness.Answer;
import io.tributary.harness.Eventually;
import io.tributary.harness.Hooks;
import io.tributary.harness.TestNode;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Secrets;
import io.tributary.kernel.Times;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Links, sessions and the page's calls, as a program would make them. */
class PortalTest {
  private static TestNode node;
  private static PortalHarness portal;
  private static Hooks hooks;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_HTTP_PUBLIC_URL", "https://health.example.org");
    portal = new PortalHarness(node);
    hooks = new Hooks(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Answer make(String body) {
    return node.manage("POST", portal.base("sandbox") + "/webhook_portal_link", body);
  }

  @Test
  void aLinkHoldsItsTokenBehindTheHashAndLivesAsLongAsAsked() {
    JsonNode made = make("{\"expires_in\":120}").expect(200).json();
    assertTrue(
        made.get("url")
            .asText()
            .matches("https://health\\.example\\.org/portal/webhooks#link=[0-9A-Za-z]{43}"));
    Instant expiry = Times.instant(made.get("expires_at").asText()).orElseThrow();
    Duration life = Duration.between(Instant.now(), expiry);
    assertTrue(life.toSeconds() > 100 && life.toSeconds() <= 120, life.toString());
    Instant usual =
        Times.instant(make(null).expect(200).json().get("expires_at").asText()).orElseThrow();
    assertTrue(Duration.between(Instant.now(), usual).toSeconds() > 580);
  }

  @Test
  void aLinkIsMadeWithinBoundsAndForOnesOwnTeamOnly() {
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
      node.manage("POST", wrong, "{}").expect(404);
    }
    node.manage("POST", portal.base("nowhere") + "/webhook_portal_link", "{}").expect(422);
  }

  @Test
  void aLinkOpensOnceAndNeitherTokenIsStored() {
    String token = PortalHarness.token(portal.link());
    Answer opened = portal.opened(token).expect(200);
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
  void changesOfThePageStandInTheTrailBeforeTheyAreMade() {
    PortalHarness.Session session = portal.session("{}");
    session.call("POST", "/webhook", "{\"url\":\"https://example.com/x\"}").expect(200);
    session.call("GET", "/webhook", null).expect(200);
    session.call("DELETE", "/session", null).expect(204);
    Eventually.eventually(
        Duration.ofSeconds(20),
        () ->
            assertTrue(
                told("")
                    .containsAll(
                        List.of(
                            "internal link opened",
                            "change POST /portal/api/webhook",
                            "read GET /portal/api/webhook",
                            "change DELETE /portal/api/session"))));
    // A link that is opened is told in the same transaction instead.
    assertEquals(
        List.of("change POST /portal/api/session"),
        told(
            """
             and kind = 'change' and status < 400 and not exists (
               select from audit_entry b where b.request_id = a.request_id and b.kind = 'begun'
                  and (b.chain, b.seq) < (a.chain, a.seq))
            """));
  }

  /** Which rows of portal sessions the trail has, whoever's they are. */
  private static List<String> told(String which) {
    return Rows.list(
        node.db()
            .query(
                "select distinct kind || ' ' || replace(method || ' ', '- ', '') || route as row"
                    + " from audit_entry a where actor = 'portal_session'"
                    + which),
        r -> r.getString("row"));
  }

  @Test
  void aTeamAsksForItsOwnLinkWhichEndsWithItsKey() {
    String key =
        node.manage(
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
    Answer opened = portal.opened(link.get()).expect(200);
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
  void aKeyThatMayNotWriteOpensAPageThatChangesNothing() {
    String key =
        node.manage(
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
    Answer opened = portal.opened(PortalHarness.token(link)).expect(200);
    assertTrue(opened.json().get("read_only").asBoolean());
  }

  @Test
  void ofManyWhoOpenALinkAtOnceOneGetsIn() {
    String token = PortalHarness.token(portal.link());
    List<CompletableFuture<Integer>> all =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> portal.opened(token).status()))
            .toList();
    assertEquals(1, all.stream().filter(f -> f.join() == 200).count());
  }

  @Test
  void anExpiredLinkOpensNothing() {
    String token = PortalHarness.token(portal.link());
    node.db()
        .query(
            "update portal_link set expires_at = now() where token_hash = $1",
            (Object) Secrets.sha256(token));
    portal.opened(token).expect(400);
  }

  @Test
  void theCookieIsNotForHttpsAloneWhereTheServiceIsReachedByHttp() {
    try (TestNode plain = node.another("TRIBUTARY_HTTP_PUBLIC_URL", "")) {
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
  void everyNodeKnowsASessionAndARestartKeepsIt() {
    try (TestNode other = node.another()) {
      PortalHarness.Session s = portal.session("{}");
      other.send("GET", "/portal/api/webhook", null, s.headers()).expect(200);
    }
    PortalHarness.Session s = portal.session("{}");
    try (TestNode later = node.another()) {
      later.send("GET", "/portal/api/session", null, s.headers()).expect(200);
    }
  }

  @Test
  void aCallNeedsTheSessionAndItsWord() {
    PortalHarness.Session s = portal.session("{}");
    s.call("GET", "/webhook", null).expect(200);
    s.call("GET", "/event_types", null).expect(200);
    Map<String, String> only = Map.of("cookie", s.cookie);
    node.send("GET", "/portal/api/webhook", null, only).expect(403);
    String body = "{\"url\":\"https://a.example/hook\"}";
    node.send("POST", "/portal/api/webhook", body, only).expect(403);
    Map<String, String> wrong =
        Map.of("cookie", s.cookie, "x-portal-word", portal.session("{}").word);
    node.send("POST", "/portal/api/webhook", body, wrong).expect(403);
    node.send("DELETE", "/portal/api/session", null, only).expect(403);
    node.send("GET", "/portal/api/webhook", null, Map.of("x-portal-word", s.word)).expect(401);
    node.send("GET", "/portal/api/webhook", null, Map.of()).expect(401);
    node.send(
            "GET",
            "/portal/api/webhook",
            null,
            Map.of("x-management-key", node.first().managementKey()))
        .expect(401);
    String link = "{\"link\":\"" + PortalHarness.token(portal.link()) + "\"}";
    node.send("POST", "/portal/api/session", link, Map.of("content-type", "text/plain"))
        .expect(400);
  }

  @Test
  void aSessionSeesItsOwnTeamAndEnvironmentOnly() {
    String other =
        node.manage(
                "POST",
                "/v1/org/" + node.first().org() + "/team",
                "{\"name\":\"Other\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    String foreign =
        node.manage(
                "POST",
                "/v1/org/" + node.first().org() + "/team/" + other + "/sandbox/webhook",
                "{\"url\":\"https://other.example/hook\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    String production =
        node.manage(
                "POST", hooks.base("production"), "{\"url\":\"https://production.example/hook\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    String own = hooks.endpoint("https://own.example/hook");
    PortalHarness.Session s = portal.session("{}");
    String list = s.call("GET", "/webhook?limit=250", null).expect(200).text();
    assertTrue(list.contains(own));
    assertFalse(list.contains(foreign) || list.contains(production));
    for (String id : List.of(foreign, production, "ep_unknown")) {
      String one = "/webhook/" + id;
      s.call("GET", one, null).expect(404);
      s.call("PATCH", one, "{\"disabled\":true}").expect(404);
      s.call("DELETE", one, null).expect(404);
      s.call("GET", one + "/secret", null).expect(404);
      s.call("POST", one + "/secret/rotate", "{}").expect(404);
    }
    // What the path of a management call says cannot be said here.
    s.call("GET", "/webhook?team_id=" + other, null).expect(200);
    assertFalse(
        s.call("GET", "/webhook?team_id=" + other, null).expect(200).text().contains(foreign));
  }

  @Test
  void everythingThatAManagementCallDoesWithAnEndpointWorksHere() {
    PortalHarness.Session s = portal.session("{}");
    String id =
        s.call("POST", "/webhook", "{\"url\":\"https://a.example/hook\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    assertEquals(
        s.call("GET", "/webhook/" + id, null).expect(200).json(),
        node.manage("GET", hooks.base() + "/" + id, null).expect(200).json());
    s.call("POST", "/webhook", "{\"url\":\"ftp://a\",\"rate_limit\":0}").expect(422);
    s.call("PATCH", "/webhook/" + id, "{\"description\":\"d\"}").expect(200);
    String key =
        s.call("GET", "/webhook/" + id + "/secret", null).expect(200).json().get("key").asText();
    s.call("POST", "/webhook/" + id + "/secret/rotate", "{}").expect(204);
    assertFalse(key.equals(hooks.secret(id)));
    s.call("DELETE", "/webhook/" + id, null).expect(204);
    s.call("GET", "/webhook/" + id, null).expect(404);
  }

  @Test
  void aReadOnlySessionChangesNothingAndSeesNoSecret() {
    String id = hooks.endpoint("https://a.example/hook");
    PortalHarness.Session s = portal.session("{\"read_only\":true}");
    assertTrue(s.call("GET", "/session", null).expect(200).json().get("read_only").asBoolean());
    s.call("GET", "/webhook/" + id, null).expect(200);
    List<ManagementCalls.Shared> trusted =
        ManagementCalls.of(List.of(r -> node.node().routes().specs().forEach(x -> add(r, x))))
            .stream()
            .filter(ManagementCalls.Shared::trusted)
            .toList();
    assertTrue(trusted.size() >= 5);
    for (ManagementCalls.Shared call : trusted) {
      String path = call.path().replace("{webhook_id}", id).replaceAll("\\{[a-z_]+}", "x");
      boolean body = !List.of("GET", "DELETE").contains(call.spec().method().name());
      s.call(call.spec().method().name(), path, body ? "{}" : null).expect(403);
    }
    node.manage("GET", hooks.base() + "/" + id, null).expect(200);
  }

  private static void add(io.tributary.http.Routes routes, io.tributary.http.Routes.Spec s) {
    routes.add(s.method(), s.template(), s.access(), s.bodyLimit(), s.handler());
  }

  @Test
  void aSessionEndsByItselfAndByLoggingOut() {
    PortalHarness.Session s = portal.session("{}");
    Answer out = s.call("DELETE", "/session", null).expect(204);
    assertTrue(out.header("set-cookie").contains("Max-Age=0"), out.header("set-cookie"));
    s.call("GET", "/webhook", null).expect(401);
    PortalHarness.Session t = portal.session("{}");
    node.db()
        .query(
            "update portal_session set expires_at = now() where token_hash = $1",
            (Object) Secrets.sha256(t.cookie.substring(t.cookie.indexOf('=') + 1)));
    t.call("GET", "/webhook", null).expect(401);
    t.call("GET", "/session", null).expect(401);
  }

  @Test
  void linksAndSessionsEndWithTheKeyThatMadeThem() {
    String keys = "/v1/org/" + node.first().org() + "/management_key";
    JsonNode made =
        node.manage("POST", keys, "{\"label\":\"portal\",\"role\":\"org_admin\"}")
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
    node.manage("DELETE", keys + "/" + made.findValue("id").asText(), null).expect(200);
    s.call("GET", "/webhook", null).expect(401);
    s.call("GET", "/session", null).expect(401);
    portal.opened(PortalHarness.token(unused)).expect(404);
    others.call("GET", "/webhook", null).expect(200);
    node.send("POST", path, "{}", own).expect(401);
  }

  @Test
  void everyAnswerForbidsWhatThePageDoesNotNeed() {
    PortalHarness.Session s = portal.session("{}");
    for (Answer a :
        List.of(
            node.send("GET", "/portal/webhooks", null, Map.of()).expect(200),
            node.send("GET", "/portal/files/app.js", null, Map.of()).expect(200),
            node.send("GET", "/portal/files/none.js", null, Map.of()).expect(404),
            s.call("GET", "/session", null).expect(200),
            s.call("GET", "/webhook", null).expect(200),
            s.call("POST", "/webhook", "{}").expect(422),
            node.send("GET", "/portal/api/webhook", null, Map.of()).expect(401))) {
      String csp = a.header("content-security-policy");
      assertTrue(csp.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), csp);
      assertFalse(csp.contains("unsafe") || csp.contains("http"), csp);
      assertTrue(csp.contains("frame-ancestors 'none'"), csp);
      assertTrue(csp.contains("require-trusted-types-for 'script'"), csp);
      assertEquals("no-referrer", a.header("referrer-policy"));
      assertEquals("nosniff", a.header("x-content-type-options"));
      assertEquals("same-origin", a.header("cross-origin-resource-policy"));
    }
    assertEquals("no-store", s.call("GET", "/webhook", null).header("cache-control"));
  }

  @Test
  void filesAreAskedForAgainAndSentOnceOnly() {
    Answer first = node.send("GET", "/portal/files/app.js", null, Map.of()).expect(200);
    assertEquals("text/javascript; charset=utf-8", first.header("content-type"));
    assertEquals("no-cache", first.header("cache-control"));
    assertNotNull(first.header("etag"));
    Map<String, String> known = Map.of("if-none-match", first.header("etag"));
    node.send("GET", "/portal/files/app.js", null, known).expect(304);
    node.send("GET", "/portal/files/style.css", null, known).expect(200);
    for (String odd : List.of("..%2Fopenapi.json", "%2e%2e", "app.js%00", "APP.JS")) {
      int status = node.send("GET", "/portal/files/" + odd, null, Map.of()).status();
      assertTrue(status == 404 || status == 405, odd + ": " + status);
    }
  }

  @Test
  void everyFileOfThePageIsServedAndNoneNamesAnotherPlace() throws IOException {
    Path dir = Path.of("src/main/resources/portal");
    try (Stream<Path> all = Files.list(dir)) {
      assertEquals(
          new TreeSet<>(PortalRoutes.FILES),
          new TreeSet<>(all.map(p -> p.getFileName().toString()).toList()));
    }
    for (String name : PortalRoutes.FILES) {
      String text = Files.readString(dir.resolve(name), StandardCharsets.UTF_8);
      String own =
          text.replace("http://www.w3.org/2000/svg", "").replace("https://example.org/hooks", "");
      assertFalse(own.contains("://"), name);
      for (String sink :
          List.of("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")) {
        assertFalse(text.contains(sink), name + ": " + sink);
      }
    }
  }

  @Test
  void wrongBodiesAreToldAndHarmNothing() {
    for (String body :
        Arrays.asList("{", "[]", "{}", "{\"link\":7}", "{\"link\":\"\"}", "{\"link\":null}")) {
      int status = node.send("POST", "/portal/api/session", body, Map.of()).status();
      assertTrue(status == 400 || status == 422, body + ": " + status);
    }
    portal.opened("\\u0000").expect(422);
    portal.opened("x".repeat(201)).expect(422);
  }
}
