package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Encryption;
import io.tributary.db.RowMapping;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.tributary.testkit.WebhookFixture;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Portal links, sessions and API calls without a browser. */
class PortalTest implements PortalLinkTests, PortalFileTests {
  private static TestNode node;

  private static PortalHarness portal;
  private static WebhookFixture hooks;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_HTTP_PUBLIC_URL", "https://health.example.org");
    portal = new PortalHarness(node);
    hooks = new WebhookFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Override
  public TestNode node() {
    return node;
  }

  @Override
  public PortalHarness portal() {
    return portal;
  }

  @Test
  void changesOfThePageStandInTheTrailBeforeTheyAreMade() {
    PortalHarness.Session session = portal.session("{}");
    session.call("POST", "/webhook", "{\"url\":\"https://example.com/x\"}").expect(200);
    session.call("GET", "/webhook", null).expect(200);
    session.call("DELETE", "/session", null).expect(204);
    Eventually.eventually(
        Duration.ofSeconds(60),
        () ->
            assertTrue(
                auditRows("")
                    .containsAll(
                        List.of(
                            "internal link opened",
                            "change POST /portal/api/webhook",
                            "read GET /portal/api/webhook",
                            "change DELETE /portal/api/session"))));
    // Opening a link is recorded in the same transaction instead.
    assertEquals(
        List.of("change POST /portal/api/session"),
        auditRows(
            """
             and kind = 'change' and status < 400 and not exists (
               select from audit_entry b where b.request_id = a.request_id and b.kind = 'begun'
                  and (b.chain, b.seq) < (a.chain, a.seq))
            """));
  }

  /** Returns the audit rows of portal sessions. */
  private static List<String> auditRows(String which) {
    return RowMapping.list(
        node.db()
            .query(
                "select distinct kind || ' ' || replace(method || ' ', '- ', '') || route as row"
                    + " from audit_entry a where actor = 'portal_session'"
                    + which),
        r -> r.getString("row"));
  }

  @Test
  void everyNodeKnowsASessionAndARestartKeepsIt() {
    try (TestNode other = node.startPeer()) {
      PortalHarness.Session s = portal.session("{}");
      other.send("GET", "/portal/api/webhook", null, s.headers()).expect(200);
    }
    PortalHarness.Session s = portal.session("{}");
    try (TestNode later = node.startPeer()) {
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
        Map.of("cookie", s.cookie, "x-portal-word", portal.session("{}").token);
    node.send("POST", "/portal/api/webhook", body, wrong).expect(403);
    node.send("DELETE", "/portal/api/session", null, only).expect(403);
    node.send("GET", "/portal/api/webhook", null, Map.of("x-portal-word", s.token)).expect(401);
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
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/team",
                "{\"name\":\"Other\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    String foreign =
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/team/" + other + "/sandbox/webhook",
                "{\"url\":\"https://other.example/hook\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    String production =
        node.callManagement(
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
    // The team of the session cannot be overridden by the parameters of a management call.
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
        node.callManagement("GET", hooks.base() + "/" + id, null).expect(200).json());
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
    List<PortalApiRoutes.SharedCall> trusted =
        PortalApiRoutes.of(List.of(r -> node.node().routes().specs().forEach(x -> add(r, x))))
            .stream()
            .filter(PortalApiRoutes.SharedCall::privileged)
            .toList();
    assertTrue(trusted.size() >= 5);
    for (PortalApiRoutes.SharedCall call : trusted) {
      String path = call.path().replace("{webhook_id}", id).replaceAll("\\{[a-z_]+}", "x");
      boolean body = !List.of("GET", "DELETE").contains(call.spec().method().name());
      s.call(call.spec().method().name(), path, body ? "{}" : null).expect(403);
    }
    node.callManagement("GET", hooks.base() + "/" + id, null).expect(200);
  }

  private static void add(io.tributary.http.Routes routes, io.tributary.http.Routes.RouteSpec s) {
    routes.add(s.method(), s.template(), s.access(), s.bodyLimit(), s.handler());
  }

  @Test
  void aSessionEndsByItselfAndByLoggingOut() {
    PortalHarness.Session s = portal.session("{}");
    TestResponse out = s.call("DELETE", "/session", null).expect(204);
    assertTrue(out.header("set-cookie").contains("Max-Age=0"), out.header("set-cookie"));
    s.call("GET", "/webhook", null).expect(401);
    PortalHarness.Session t = portal.session("{}");
    node.db()
        .query(
            "update portal_session set expires_at = now() where token_hash = $1",
            (Object) Encryption.sha256(t.cookie.substring(t.cookie.indexOf('=') + 1)));
    t.call("GET", "/webhook", null).expect(401);
    t.call("GET", "/session", null).expect(401);
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
