package io.tributary.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every webhook management call with IDs of other tenants. */
class WebhookTenancyTest {
  private static TestNode node;
  private static String endpoint;
  private static String message;
  private static List<Routes.RouteSpec> calls;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    endpoint = new WebhookFixture(node).endpoint("https://a.example");
    message = new MessageLogFixture(node).add(endpoint, "failed", Instant.now());
    calls =
        node.node().routes().specs().stream()
            .filter(s -> s.access() == RouteAccess.MANAGEMENT)
            .filter(
                s ->
                    (s.template() + "/").startsWith(WebhookPaths.ENDPOINTS + "/")
                        || s.template().endsWith("/event_delivery_metric"))
            .toList();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static int status(
      Routes.RouteSpec call, String key, UUID org, UUID team, String environment, String id) {
    String path =
        call.template()
            .replace("{org_id}", org.toString())
            .replace("{team_id}", team.toString())
            .replace("{environment}", environment)
            .replace("{webhook_id}", id)
            .replace("{message_id}", message);
    String body = call.method().name().matches("POST|PUT|PATCH") ? body(call.template()) : null;
    return node.send(call.method().name(), path, body, Map.of("x-management-key", key)).status();
  }

  private static String body(String template) {
    return switch (template.substring(template.lastIndexOf('/') + 1)) {
      case "webhook" -> "{\"url\":\"https://a.example\"}";
      case "headers" -> "{\"headers\":{\"x-a\":\"b\"}}";
      case "recover" -> "{\"since\":\"" + Instant.now().minusSeconds(60) + "\"}";
      case "replay" -> "{\"since\":\"" + Instant.EPOCH + "\",\"until\":\"" + Instant.now() + "\"}";
      case "send_example" -> "{\"event_type\":\"labtest.order.created\"}";
      default -> "{}";
    };
  }

  private static String stored() {
    return node.db()
        .query(
            """
            select concat((select md5(string_agg(t::text, ' ' order by id)) from webhook_endpoint t),
                          (select md5(string_agg(t::text, ' ' order by id)) from webhook_secret t),
                          (select count(*) from manual_attempt), (select count(*) from delivery),
                          (select count(body) from message)) as h
            """)
        .iterator()
        .next()
        .getString("h");
  }

  @Test
  void nobodyElseFindsAnythingAndNothingChanges() {
    UUID ours = node.first().org();
    UUID team = node.first().team();
    String key = node.first().managementKey();
    UUID second =
        UUID.fromString(
            node.callManagement(
                    "POST", "/v1/org/" + ours + "/team", "{\"name\":\"Second\",\"region\":\"us\"}")
                .expect(200)
                .json()
                .get("id")
                .asText());
    UUID org = Ids.uuid();
    String foreign = "mg_" + Ids.randomBase62(32);
    node.db().query("insert into organisation (id, name) values ($1, 'other')", org);
    node.db()
        .query(
            "insert into management_key (id, org_id, key_hash, key_hint) values ($1, $2, $3, 'x')",
            Ids.uuid(),
            org,
            Encryption.sha256(foreign));
    String before = stored();
    for (Routes.RouteSpec call : calls) {
      String name = call.method() + " " + call.template();
      assertEquals(404, status(call, foreign, ours, team, "sandbox", endpoint), name);
      assertEquals(404, status(call, foreign, org, team, "sandbox", endpoint), name);
      assertEquals(404, status(call, key, ours, Ids.uuid(), "sandbox", endpoint), name);
      assertEquals(422, status(call, key, ours, team, "staging", endpoint), name);
      assertEquals(401, status(call, "mg_no", ours, team, "sandbox", endpoint), name);
      if (call.template().contains("{webhook_id}")) {
        assertEquals(404, status(call, key, ours, second, "sandbox", endpoint), name);
        assertEquals(404, status(call, key, ours, team, "production", endpoint), name);
        assertEquals(404, status(call, key, ours, team, "sandbox", Ids.endpointId()), name);
      }
    }
    assertEquals(before, stored());
    assertEquals(18, calls.size());
  }
}
