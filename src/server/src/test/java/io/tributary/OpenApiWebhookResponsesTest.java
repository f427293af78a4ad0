package io.tributary;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.Eventually;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.tributary.testkit.WebhookFixture;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Validates real responses about webhooks, messages and deliveries against the OpenAPI document.
 */
class OpenApiWebhookResponsesTest {
  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static TestResponse assertValid(TestResponse answer, int status, String operationId) {
    return api.assertValid(answer, status, operationId);
  }

  @Test
  void repliesAboutWebhooksAreAsDocumented() {
    String base =
        "/v1/org/" + node.first().org() + "/team/" + node.first().team() + "/sandbox/webhook";
    String one =
        base
            + "/"
            + assertValid(
                    node.callManagement(
                        "POST",
                        base,
                        """
                        {"url":"http://127.0.0.1:9/hook","filter_types":["daily.data.sleep.created"]}
                        """),
                    200,
                    "createWebhook")
                .json()
                .get("id")
                .asText();
    assertValid(node.callManagement("POST", base, "{\"url\":\"ftp://x\"}"), 422, "createWebhook");
    assertValid(node.callManagement("GET", base, null), 200, "listWebhooks");
    assertValid(node.callManagement("GET", one, null), 200, "getWebhook");
    assertValid(
        node.callManagement("PATCH", one, "{\"description\":\"sleep\"}"), 200, "patchWebhook");
    assertValid(node.callManagement("GET", one + "/secret", null), 200, "getWebhookSecret");
    node.callManagement("POST", one + "/secret/rotate", "{}").expect(204);
    node.callManagement("PUT", one + "/headers", "{\"headers\":{\"X-A\":\"b\",\"Cookie\":\"c\"}}")
        .expect(204);
    assertValid(node.callManagement("PUT", one + "/headers", "{}"), 422, "replaceWebhookHeaders");
    assertValid(node.callManagement("GET", one + "/headers", null), 200, "getWebhookHeaders");
    repliesAboutMessagesAreAsDocumented(one);
    node.callManagement("DELETE", one, null).expect(204);
    String link = base + "_portal_link";
    assertValid(
        node.callManagement("POST", link, "{\"read_only\":true}"), 200, "createWebhookPortalLink");
    assertValid(
        node.callManagement("POST", link, "{\"expires_in\":1}"), 422, "createWebhookPortalLink");
    assertValid(node.callManagement("GET", one, null), 404, "getWebhook");
    assertValid(node.get(base), 401, "listWebhooks");
  }

  private static void repliesAboutMessagesAreAsDocumented(String one) {
    node.callManagement("PATCH", one, "{\"filter_types\":[\"provider.*\"]}").expect(200);
    new WebhookFixture(node).events(2);
    String log = one + "/message";
    String id =
        assertValid(node.callManagement("GET", log + "?limit=1", null), 200, "listWebhookMessages")
            .json()
            .at("/data/0/message_id")
            .asText();
    assertValid(node.callManagement("GET", log + "?limit=0", null), 422, "listWebhookMessages");
    String message = log + "/" + id;
    Eventually.eventually(
        Duration.ofSeconds(60),
        () ->
            assertTrue(
                assertValid(node.callManagement("GET", message, null), 200, "getWebhookMessage")
                        .json()
                        .get("attempts")
                        .size()
                    > 0));
    assertValid(
        node.callManagement("POST", message + "/resend", null), 202, "resendWebhookMessage");
    String window = "{\"since\":\"" + Instant.now().minusSeconds(60) + "\"";
    assertValid(node.callManagement("POST", one + "/recover", window + "}"), 202, "recoverWebhook");
    assertValid(node.callManagement("POST", one + "/replay", window + "}"), 422, "replayWebhook");
    String until = ",\"until\":\"" + Instant.now() + "\"}";
    assertValid(node.callManagement("POST", one + "/replay", window + until), 202, "replayWebhook");
    assertValid(node.callManagement("GET", one + "/stats", null), 200, "getWebhookStats");
    String example = "{\"event_type\":\"labtest.order.created\"}";
    assertValid(
        node.callManagement("POST", one + "/send_example", example), 202, "sendWebhookExample");
    String metric = one.substring(0, one.indexOf("/webhook/")) + "/event_delivery_metric";
    assertValid(node.callManagement("GET", metric, null), 200, "getEventDeliveryMetric");
    assertValid(
        node.callManagement("GET", metric + "?interval=1m", null), 422, "getEventDeliveryMetric");
    node.callManagement("DELETE", message + "/payload", null).expect(204);
    assertValid(node.callManagement("GET", message, null), 200, "getWebhookMessage");
    assertValid(
        node.callManagement("POST", message + "/resend", null), 400, "resendWebhookMessage");
    assertValid(node.callManagement("GET", log + "/msg_x", null), 404, "getWebhookMessage");
  }
}
