package io.tributary;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.Answer;
import io.tributary.testkit.ApiDocument;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.Hooks;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Replies about webhooks, their messages and deliveries are as the OpenAPI document says. */
class OpenApiWebhookRepliesTest {
  private static TestNode node;
  private static ApiDocument api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = ApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Answer valid(Answer answer, int status, String operationId) {
    return api.valid(answer, status, operationId);
  }

  @Test
  void repliesAboutWebhooksAreAsDocumented() {
    String base =
        "/v1/org/" + node.first().org() + "/team/" + node.first().team() + "/sandbox/webhook";
    String one =
        base
            + "/"
            + valid(
                    node.manage(
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
    valid(node.manage("POST", base, "{\"url\":\"ftp://x\"}"), 422, "createWebhook");
    valid(node.manage("GET", base, null), 200, "listWebhooks");
    valid(node.manage("GET", one, null), 200, "getWebhook");
    valid(node.manage("PATCH", one, "{\"description\":\"sleep\"}"), 200, "patchWebhook");
    valid(node.manage("GET", one + "/secret", null), 200, "getWebhookSecret");
    node.manage("POST", one + "/secret/rotate", "{}").expect(204);
    node.manage("PUT", one + "/headers", "{\"headers\":{\"X-A\":\"b\",\"Cookie\":\"c\"}}")
        .expect(204);
    valid(node.manage("PUT", one + "/headers", "{}"), 422, "replaceWebhookHeaders");
    valid(node.manage("GET", one + "/headers", null), 200, "getWebhookHeaders");
    repliesAboutMessagesAreAsDocumented(one);
    node.manage("DELETE", one, null).expect(204);
    String link = base + "_portal_link";
    valid(node.manage("POST", link, "{\"read_only\":true}"), 200, "createWebhookPortalLink");
    valid(node.manage("POST", link, "{\"expires_in\":1}"), 422, "createWebhookPortalLink");
    valid(node.manage("GET", one, null), 404, "getWebhook");
    valid(node.get(base), 401, "listWebhooks");
  }

  private static void repliesAboutMessagesAreAsDocumented(String one) {
    node.manage("PATCH", one, "{\"filter_types\":[\"provider.*\"]}").expect(200);
    new Hooks(node).events(2);
    String log = one + "/message";
    String id =
        valid(node.manage("GET", log + "?limit=1", null), 200, "listWebhookMessages")
            .json()
            .at("/data/0/message_id")
            .asText();
    valid(node.manage("GET", log + "?limit=0", null), 422, "listWebhookMessages");
    String message = log + "/" + id;
    Eventually.eventually(
        Duration.ofSeconds(60),
        () ->
            assertTrue(
                valid(node.manage("GET", message, null), 200, "getWebhookMessage")
                        .json()
                        .get("attempts")
                        .size()
                    > 0));
    valid(node.manage("POST", message + "/resend", null), 202, "resendWebhookMessage");
    String window = "{\"since\":\"" + Instant.now().minusSeconds(60) + "\"";
    valid(node.manage("POST", one + "/recover", window + "}"), 202, "recoverWebhook");
    valid(node.manage("POST", one + "/replay", window + "}"), 422, "replayWebhook");
    String until = ",\"until\":\"" + Instant.now() + "\"}";
    valid(node.manage("POST", one + "/replay", window + until), 202, "replayWebhook");
    valid(node.manage("GET", one + "/stats", null), 200, "getWebhookStats");
    String example = "{\"event_type\":\"labtest.order.created\"}";
    valid(node.manage("POST", one + "/send_example", example), 202, "sendWebhookExample");
    String metric = one.substring(0, one.indexOf("/webhook/")) + "/event_delivery_metric";
    valid(node.manage("GET", metric, null), 200, "getEventDeliveryMetric");
    valid(node.manage("GET", metric + "?interval=1m", null), 422, "getEventDeliveryMetric");
    node.manage("DELETE", message + "/payload", null).expect(204);
    valid(node.manage("GET", message, null), 200, "getWebhookMessage");
    valid(node.manage("POST", message + "/resend", null), 400, "resendWebhookMessage");
    valid(node.manage("GET", log + "/msg_x", null), 404, "getWebhookMessage");
  }
}
