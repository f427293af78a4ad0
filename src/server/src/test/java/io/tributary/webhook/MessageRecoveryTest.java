package io.tributary.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Selection and order of queued extra attempts. */
class MessageRecoveryTest {
  private static final Instant NOW = Instant.now();
  private static WebhookTestServer receiver;
  private static TestNode node;
  private static WebhookFixture hooks;
  private static MessageLogFixture rows;

  @BeforeAll
  static void start() {
    receiver = new WebhookTestServer();
    // Attempts in flight still count as queued.
    receiver.hold("/in");
    node = TestNode.start("TRIBUTARY_WEBHOOK_TIMEOUT", "60s");
    hooks = new WebhookFixture(node);
    rows = new MessageLogFixture(node);
  }

  @AfterAll
  static void stop() {
    receiver.close();
    node.close();
  }

  private static String endpoint() {
    return hooks.endpoint(receiver.url("/in"));
  }

  private static TestResponse post(String endpoint, String path, String body) {
    return node.callManagement("POST", hooks.base() + "/" + endpoint + path, body);
  }

  private static int count(String endpoint, String path, String body) {
    return post(endpoint, path, body).expect(202).json().get("count").asInt();
  }

  private static String ago(long seconds) {
    return NOW.minusSeconds(seconds).toString();
  }

  private static String since(long seconds) {
    return "{\"since\":\"" + ago(seconds) + "\"}";
  }

  @Test
  void oneMessageIsQueuedOnceHoweverOftenItIsAskedFor() {
    String e = endpoint();
    String id = rows.add(e, "delivered", NOW.minusSeconds(5));
    String resend = "/message/" + id + "/resend";
    assertEquals(id, post(e, resend, null).expect(202).json().get("message_id").asText());
    post(e, resend, "{}").expect(202);
    assertEquals(List.of(id), rows.queuedExtraAttempts(e));
    assertEquals(1, hooks.count(e, "delivered"));
  }

  @Test
  void aMessageWithoutPayloadOrAtADisabledEndpointIsNotSentAgain() {
    String e = endpoint();
    String id = rows.add(e, "failed", NOW.minusSeconds(5));
    node.db().query("update message set body = null where id = $1", id);
    post(e, "/message/" + id + "/resend", null).expect(400);
    assertEquals(0, count(e, "/recover", since(60)));
    hooks.patch(e, "{\"disabled\":true}");
    String kept = rows.add(e, "failed", NOW.minusSeconds(4));
    post(e, "/message/" + kept + "/resend", null).expect(409);
    post(e, "/recover", since(60)).expect(409);
    post(e, "/replay", window(60, 0, "")).expect(409);
    assertEquals(List.of(), rows.queuedExtraAttempts(e));
    hooks.patch(e, "{\"disabled\":false}");
    assertEquals(1, count(e, "/recover", since(60)));
  }

  private static String window(long since, long until, String more) {
    return "{\"since\":\"%s\",\"until\":\"%s\"%s}".formatted(ago(since), ago(until), more);
  }

  @Test
  void recoveryTakesWhatWasLostInTheWindowOldestFirst() {
    String e = endpoint();
    rows.add(e, "failed", NOW.minusSeconds(101));
    String canceled = rows.add(e, "canceled", NOW.minusSeconds(100));
    String failed = rows.add(e, "failed", NOW.minusSeconds(90));
    rows.add(e, "delivered", NOW.minusSeconds(80));
    rows.add(e, "pending", NOW.minusSeconds(79));
    rows.add(e, "held", NOW.minusSeconds(78));
    String late = rows.add(e, "failed", NOW.minusSeconds(50));
    String body = "{\"since\":\"" + ago(100) + "\",\"until\":\"" + ago(50) + "\"}";
    assertEquals(2, count(e, "/recover", body));
    assertEquals(List.of(canceled, failed), rows.queuedExtraAttempts(e));
    assertEquals(1, count(e, "/recover", since(100)));
    assertEquals(List.of(canceled, failed, late), rows.queuedExtraAttempts(e));
    assertEquals(0, count(e, "/recover", since(100)));
  }

  @Test
  void manyAreQueuedInOrderEachOnce() {
    String e = endpoint();
    List<String> ids = rows.addMany(e, "canceled", NOW.minusSeconds(20_000), 12_345);
    assertEquals(12_345, count(e, "/recover", since(30_000)));
    assertEquals(ids, rows.queuedExtraAttempts(e));
  }

  @Test
  void aReplayTakesDeliveredOnesTooButNotWhatComesByItself() {
    String e = endpoint();
    UUID user = Ids.uuid();
    String sleep = rows.add(e, "delivered", NOW.minusSeconds(9), "daily.data.sleep.created", user);
    String steps = rows.add(e, "failed", NOW.minusSeconds(8), "daily.data.steps.updated", null);
    String order = rows.add(e, "canceled", NOW.minusSeconds(7), "labtest.order.created", user);
    rows.add(e, "pending", NOW.minusSeconds(6), "daily.data.sleep.created", user);
    rows.add(e, "held", NOW.minusSeconds(5), "daily.data.sleep.created", user);
    assertEquals(
        1, count(e, "/replay", window(60, 0, ",\"event_type\":\"labtest.order.created\"")));
    assertEquals(List.of(order), rows.queuedExtraAttempts(e));
    String both = ",\"event_type\":\"daily.*\",\"user_id\":\"" + user + "\"";
    assertEquals(1, count(e, "/replay", window(60, 0, both)));
    assertEquals(List.of(order, sleep), rows.queuedExtraAttempts(e));
    assertEquals(1, count(e, "/replay", window(60, 0, "")));
    assertEquals(List.of(order, sleep, steps), rows.queuedExtraAttempts(e));
    assertEquals(0, count(e, "/replay", window(60, 9, "")));
  }

  @Test
  void whatIsWrongIsNamed() {
    String e = endpoint();
    long days = 86_400L;
    post(e, "/recover", since(14 * days - 60)).expect(202);
    assertEquals(List.of("since"), faults(post(e, "/recover", since(14 * days + 60))));
    assertEquals(List.of("since"), faults(post(e, "/recover", "{}")));
    assertEquals(List.of("since"), faults(post(e, "/recover", "{\"since\":null}")));
    assertEquals(List.of("since"), faults(post(e, "/recover", "{\"since\":\"2026\"}")));
    assertEquals(
        List.of("since", "until"),
        faults(post(e, "/recover", "{\"since\":17,\"until\":\"2026-02-30T00:00:00Z\"}")));
    assertEquals(
        List.of("until"),
        faults(
            post(
                e, "/recover", "{\"since\":\"%s\",\"until\":\"%s\"}".formatted(ago(10), ago(11)))));
    assertEquals(List.of("since", "until"), faults(post(e, "/replay", "{}")));
    assertEquals(
        List.of("event_type", "user_id"),
        faults(post(e, "/replay", window(60, 0, ",\"event_type\":\"raw.*\",\"user_id\":\"ada\""))));
    assertEquals(List.of("until"), faults(post(e, "/replay", window(0, 60, ""))));
    post(e, "/recover", null).expect(422);
    post(e, "/recover", "{").expect(400);
  }

  private static List<String> faults(TestResponse answer) {
    List<String> out = new ArrayList<>();
    answer.expect(422).json().get("detail").forEach(d -> out.add(d.at("/loc/1").asText()));
    return out.stream().sorted().toList();
  }

  @Test
  void aRemovedPayloadIsGoneEverywhereAndStaysGone() {
    String e = endpoint();
    String other = endpoint();
    String id = rows.add(e, "failed", NOW.minusSeconds(5));
    rows.deliver(other, "pending", id, null);
    rows.attempt(e, id, 1, NOW, 500, new byte[] {'x'});
    post(e, "/message/" + id + "/resend", null).expect(202);
    String path = hooks.base() + "/" + e + "/message/" + id;
    node.callManagement("DELETE", path + "/payload", null).expect(204);
    node.callManagement("DELETE", path + "/payload", null).expect(204);
    JsonNode m = node.callManagement("GET", path, null).expect(200).json();
    assertTrue(m.get("body").isNull());
    assertTrue(m.at("/attempts/0/response_body").isNull());
    assertEquals(500, m.at("/attempts/0/response_status_code").asInt());
    assertEquals("failed", m.get("status").asText());
    assertEquals(1, hooks.count(other, "canceled"));
    assertEquals(List.of(), rows.queuedExtraAttempts(e));
    node.callManagement("POST", path + "/resend", null).expect(400);
  }
}
