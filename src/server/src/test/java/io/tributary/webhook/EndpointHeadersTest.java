package io.tributary.webhook;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EndpointHeadersTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static TestNode node;
  private static WebhookFixture hooks;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    hooks = new WebhookFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String path(String id) {
    return hooks.base() + "/" + id + "/headers";
  }

  private static TestResponse put(String id, Map<String, String> headers) {
    ObjectNode body = Json.object();
    ObjectNode map = body.putObject("headers");
    headers.forEach(map::put);
    return node.callManagement("PUT", path(id), body.toString());
  }

  private static String shown(String id) {
    return node.callManagement("GET", path(id), null).expect(200).json().toString();
  }

  @Test
  void headersAreReplacedAsAWholeAndSecretOnesOnlyNamed() {
    String id = hooks.endpoint("https://a.example");
    assertEquals("{\"headers\":{},\"sensitive\":[]}", shown(id));
    put(
            id,
            new java.util.TreeMap<>(
                Map.of(
                    "X-Tenant", "Berlin",
                    "Authorization", "Bearer 1",
                    "x-API-Key", "2",
                    "X-Access-Token", "3",
                    "Cookie", "a=b",
                    "my-Secret-x", "4",
                    "proxy-authorization", "5")))
        .expect(204);
    assertEquals(
        "{\"headers\":{\"X-Tenant\":\"Berlin\"},\"sensitive\":[\"Authorization\",\"Cookie\","
            + "\"X-Access-Token\",\"my-Secret-x\",\"proxy-authorization\",\"x-API-Key\"]}",
        shown(id));
    byte[] row =
        RowMapping.bytes(
            node.db()
                .query("select headers_encrypted from webhook_endpoint where id = $1", id)
                .iterator()
                .next(),
            "headers_encrypted");
    assertFalse(new String(row, StandardCharsets.ISO_8859_1).contains("Berlin"));
    put(id, Map.of("x-other", "")).expect(204);
    assertEquals("{\"headers\":{\"x-other\":\"\"},\"sensitive\":[]}", shown(id));
    put(id, Map.of()).expect(204);
    assertEquals("{\"headers\":{},\"sensitive\":[]}", shown(id));
  }

  @Test
  void headersAreSentAsTheyAreWritten() {
    try (WebhookTestServer receiver = new WebhookTestServer()) {
      String id = hooks.endpoint(receiver.url("/in"));
      put(id, Map.of("X-Tenant", "a, b", "Authorization", "Bearer 1")).expect(204);
      hooks.events(1);
      eventually(SOON, () -> assertEquals(1, receiver.requests("/in").size()));
      WebhookTestServer.ReceivedRequest got = receiver.requests("/in").getFirst();
      assertTrue(got.headers().names().contains("X-Tenant"));
      assertEquals("a, b", got.headers().get("x-tenant"));
      assertEquals("Bearer 1", got.headers().get("authorization"));
      put(id, Map.of()).expect(204);
      eventually(
          SOON,
          () -> {
            hooks.events(1);
            assertNull(receiver.requests("/in").getLast().headers().get("x-tenant"));
          });
    }
  }

  @Test
  void whatIsNotTheCustomersToSayIsRefusedByName() {
    String id = hooks.endpoint("https://a.example");
    for (String name :
        List.of(
            "Host",
            "connection",
            "User-Agent",
            "TE",
            "trailers",
            "Upgrade",
            "keep-alive",
            "Transfer-Encoding",
            "Content-Type",
            "content-length",
            "Webhook-Id",
            "svix-id",
            "X-Svix-Anything",
            "",
            "a b",
            "a:b",
            "a\r\nb",
            "é",
            "x".repeat(257))) {
      JsonNode detail = put(id, Map.of(name, "v")).expect(422).json().get("detail");
      assertEquals(1, detail.size(), detail.toString());
      assertEquals(name, detail.at("/0/loc/2").asText());
    }
    for (String value :
        List.of("a\r\nb", "a\nb", "\u0000", "\u007f", "\t", "é", "v".repeat(4097))) {
      JsonNode detail = put(id, Map.of("x-a", value)).expect(422).json().get("detail");
      assertEquals("[\"body\",\"headers\",\"x-a\"]", detail.at("/0/loc").toString());
    }
    put(id, Map.of("x-a", "v".repeat(4096), "x".repeat(256), "~!")).expect(204);
    put(id, Map.of("X-B", "1", "x-b", "2")).expect(422);
    for (String body :
        List.of(
            "{}",
            "{\"headers\":null}",
            "{\"headers\":[]}",
            "{\"headers\":{\"a\":null}}",
            "{\"headers\":{\"a\":1}}",
            "[]")) {
      node.callManagement("PUT", path(id), body).expect(422);
    }
    assertEquals(2, node.callManagement("GET", path(id), null).json().get("headers").size());
  }

  @Test
  void thereAreAtMostFifty() {
    String id = hooks.endpoint("https://a.example");
    Map<String, String> many = new java.util.TreeMap<>();
    for (int i = 0; i < 50; i++) {
      many.put("x-" + i, "v");
    }
    put(id, many).expect(204);
    many.put("x-50", "v");
    put(id, many).expect(422);
    List<String> names = new ArrayList<>();
    node.callManagement("GET", path(id), null)
        .json()
        .get("headers")
        .fieldNames()
        .forEachRemaining(names::add);
    assertEquals(50, names.size());
  }
}
