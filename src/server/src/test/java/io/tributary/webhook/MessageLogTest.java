package io.tributary.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.event.EventTypes;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MessageLogTest {
  private static final Instant T = Instant.parse("2026-03-02T07:48:11.250Z");
  private static TestNode node;
  private static WebhookFixture hooks;
  private static MessageLogFixture rows;

  @BeforeAll
  static void start() {
    // The test time is long ago, so retention must not delete the rows.
    node =
        TestNode.start(
            "TRIBUTARY_MAINTENANCE_ATTEMPT_RETENTION",
            "3650d",
            "TRIBUTARY_MAINTENANCE_PAYLOAD_RETENTION",
            "3650d");
    hooks = new WebhookFixture(node);
    rows = new MessageLogFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String endpoint() {
    return hooks.endpoint("https://a.example/hook");
  }

  private static JsonNode get(String endpoint, String path) {
    return node.callManagement("GET", hooks.base() + "/" + endpoint + path, null)
        .expect(200)
        .json();
  }

  private static List<String> ids(JsonNode page) {
    List<String> out = new ArrayList<>();
    page.get("data").forEach(m -> out.add(m.get("message_id").asText()));
    return out;
  }

  @Test
  void aPageShowsWhatBecameOfMessagesNewestFirst() {
    String e = endpoint();
    UUID user = Ids.uuid();
    String canceled = rows.add(e, "canceled", T);
    String failed = rows.add(e, "failed", T.plusSeconds(1));
    String delivered =
        rows.add(e, "delivered", T.plusSeconds(2), EventTypes.ATTEMPT_EXHAUSTED, user);
    String held = rows.add(e, "held", T.plusSeconds(3));
    String pending = rows.add(e, "pending", T.plusSeconds(4));
    JsonNode page = get(e, "/message");
    assertEquals(List.of(pending, held, delivered, failed, canceled), ids(page));
    assertTrue(page.get("next_cursor").isNull());
    List<String> states = new ArrayList<>();
    page.get("data").forEach(m -> states.add(m.get("status").asText()));
    assertEquals(List.of("pending", "pending", "delivered", "failed", "canceled"), states);
    JsonNode d = page.at("/data/2");
    assertEquals(EventTypes.ATTEMPT_EXHAUSTED, d.get("event_type").asText());
    assertEquals(user.toString(), d.get("user_id").asText());
    assertEquals("2026-03-02T07:48:13.250000+00:00", d.get("created_at").asText());
    assertEquals(1, d.get("attempt_count").asInt());
    assertTrue(d.get("next_attempt_at").isNull());
    assertTrue(page.at("/data/0/next_attempt_at").isTextual());
    assertTrue(page.at("/data/1/next_attempt_at").isNull());
  }

  @Test
  void pagesFollowOneAnotherWithoutGapsWhateverIsAskedFor() {
    String e = endpoint();
    List<String> lost = new ArrayList<>();
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String id = rows.add(e, i % 3 == 0 ? "failed" : "delivered", T.plusMillis(i));
      all.add(id);
      if (i % 3 == 0) {
        lost.add(id);
      }
    }
    Collections.reverse(all);
    Collections.reverse(lost);
    assertEquals(all, walk(e, "limit=7"));
    assertEquals(all, walk(e, "limit=10"));
    assertEquals(lost, walk(e, "limit=4&status=failed"));
    assertEquals(lost, walk(e, "limit=10&status=failed&event_type=provider.*"));
    List<String> delivered = new ArrayList<>(all);
    delivered.removeAll(lost);
    assertEquals(
        delivered, walk(e, "limit=3&status=delivered&event_type=" + MessageLogFixture.TYPE));
    assertEquals(List.of(), walk(e, "limit=3&status=canceled"));
  }

  private static List<String> walk(String endpoint, String query) {
    List<String> out = new ArrayList<>();
    String cursor = "";
    while (cursor != null) {
      JsonNode page = get(endpoint, "/message?" + query + cursor);
      out.addAll(ids(page));
      JsonNode next = page.get("next_cursor");
      cursor = next.isNull() ? null : "&next_cursor=" + next.asText();
    }
    return out;
  }

  @Test
  void aWindowBeginsWithItsSinceAndEndsBeforeItsUntil() {
    String e = endpoint();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ids.add(rows.add(e, "delivered", T.plusMillis(i)));
    }
    assertEquals(
        List.of(ids.get(2), ids.get(1)),
        ids(
            get(
                e,
                "/message?since=2026-03-02T07:48:11.251Z&until=2026-03-02T07:48:11.253%2B00:00")));
    assertEquals(ids.reversed(), ids(get(e, "/message?since=0001-01-01T00:00:00Z")));
    assertEquals(ids.reversed(), ids(get(e, "/message?until=9999-12-31T00:00:00Z")));
    assertEquals(List.of(), ids(get(e, "/message?until=1969-12-31T00:00:00Z")));
    assertEquals(
        List.of(ids.get(0)),
        ids(get(e, "/message?status=delivered&until=2026-03-02T07:48:11.251Z")));
  }

  @Test
  void messagesAreFoundByTypeFamilyAndUser() {
    String e = endpoint();
    String other = endpoint();
    UUID ada = rows.user();
    UUID bob = rows.user();
    String sleep = rows.add(e, "delivered", T, "daily.data.sleep.created", ada);
    String steps = rows.add(e, "failed", T.plusSeconds(1), "daily.data.steps.updated", bob);
    String order = rows.add(e, "delivered", T.plusSeconds(2), "labtest.order.created", ada);
    rows.add(other, "delivered", T.plusSeconds(3), "labtest.order.created", ada);
    assertEquals(List.of(steps, sleep), ids(get(e, "/message?event_type=daily.data.*")));
    assertEquals(List.of(order), ids(get(e, "/message?event_type=labtest.*")));
    assertEquals(List.of(sleep), ids(get(e, "/message?event_type=daily.data.sleep.created")));
    assertEquals(List.of(order, sleep), ids(get(e, "/message?user_id=" + ada)));
    assertEquals(List.of(sleep), ids(get(e, "/message?event_type=daily.*&user_id=" + ada)));
    assertEquals(List.of(steps), ids(get(e, "/message?status=failed&user_id=" + bob)));
    assertEquals(List.of(), ids(get(e, "/message?status=failed&user_id=" + ada)));
  }

  @Test
  void aRareMessageIsFoundBehindManyOthers() {
    String e = endpoint();
    UUID user = rows.user();
    String rare = rows.add(e, "delivered", T, "labtest.order.created", user);
    rows.addMany(e, "delivered", T.plusSeconds(1), 7_000);
    assertEquals(List.of(rare), ids(get(e, "/message?event_type=labtest.*")));
    assertEquals(List.of(rare), walk(e, "limit=1&event_type=labtest.order.created"));
    assertEquals(List.of(rare), ids(get(e, "/message?user_id=" + user)));
  }

  @Test
  void aMessageIsShownWithItsBodyAndEveryAttempt() {
    String e = endpoint();
    String id = rows.add(e, "failed", T);
    byte[] cut = "é".repeat(5).getBytes(StandardCharsets.UTF_8);
    byte[] odd = {(byte) 0xff, 0, 1};
    rows.attempt(e, id, 1, T.plusSeconds(1), 500, "nö".getBytes(StandardCharsets.UTF_8));
    rows.attempt(e, id, 2, T.plusSeconds(2), 503, java.util.Arrays.copyOf(cut, 9));
    rows.attempt(e, id, -1, T.plusSeconds(3), 200, odd);
    rows.attempt(e, id, 3, T.plusSeconds(4), 0, null);
    JsonNode m = get(e, "/message/" + id);
    assertEquals(id, m.get("message_id").asText());
    assertEquals("failed", m.get("status").asText());
    assertEquals(MessageLogFixture.TYPE, m.at("/body/event_type").asText());
    JsonNode a = m.get("attempts");
    assertEquals(4, a.size());
    assertEquals("nö", a.at("/0/response_body").asText());
    assertEquals("utf-8", a.at("/0/response_body_encoding").asText());
    assertEquals("http_status", a.at("/0/error_class").asText());
    assertEquals(12, a.at("/0/duration_ms").asInt());
    assertEquals("2026-03-02T07:48:12.250000+00:00", a.at("/0/started_at").asText());
    assertEquals("éééé", a.at("/1/response_body").asText());
    assertEquals(-1, a.at("/2/number").asInt());
    assertTrue(a.at("/2/error_class").isNull());
    assertEquals("base64", a.at("/2/response_body_encoding").asText());
    assertEquals(Base64.getEncoder().encodeToString(odd), a.at("/2/response_body").asText());
    assertTrue(a.at("/3/response_body").isNull());
    assertTrue(a.at("/3/response_body_encoding").isNull());
  }

  @Test
  void aDeliveredMessageShowsTheAttemptThatDidIt() {
    String e = endpoint();
    String id = rows.add(e, "delivered", T);
    node.db()
        .query(
            """
            update delivery set attempt_id = $1, attempt_at = $2, attempt_ms = 7, attempt_status = 204,
                                attempt_body = 'ok'
             where message_id = $3
            """,
            Ids.uuid(),
            T.plusSeconds(1),
            id);
    JsonNode a = get(e, "/message/" + id).get("attempts");
    assertEquals(1, a.size());
    assertEquals(204, a.at("/0/response_status_code").asInt());
    assertEquals("ok", a.at("/0/response_body").asText());
  }

  @Test
  void countsAreOfTheLastDayUnlessAWindowIsNamed() {
    String e = endpoint();
    Instant now = Instant.now();
    rows.add(e, "delivered", now.minusSeconds(90_000));
    rows.add(e, "delivered", now.minusSeconds(80_000));
    rows.add(e, "delivered", now.minusSeconds(10));
    rows.add(e, "pending", now.minusSeconds(9));
    rows.add(e, "held", now.minusSeconds(8));
    rows.add(e, "failed", now.minusSeconds(7));
    rows.add(e, "canceled", now.minusSeconds(6));
    JsonNode day = get(e, "/stats");
    assertEquals("2 2 1 1", counts(day));
    Instant since = Instant.parse(day.get("since").asText());
    assertEquals(since.plusSeconds(86_400), Instant.parse(day.get("until").asText()));
    assertEquals("2 3 1 1", counts(get(e, "/stats?since=" + now.minusSeconds(100_000))));
    assertEquals("0 1 0 0", counts(get(e, "/stats?until=" + now.minusSeconds(85_000))));
    assertEquals("0 0 0 0", counts(get(endpoint(), "/stats")));
  }

  private static String counts(JsonNode stats) {
    return stats.get("pending").asInt()
        + " "
        + stats.get("delivered").asInt()
        + " "
        + stats.get("failed").asInt()
        + " "
        + stats.get("canceled").asInt();
  }

  @Test
  void everyWrongParameterIsNamed() {
    String e = endpoint();
    String log = hooks.base() + "/" + e + "/message";
    JsonNode detail =
        node.callManagement(
                "GET",
                log
                    + "?status=sending&event_type=nothing.*&since=yesterday&until=2026-02-30T00:00:00Z"
                    + "&user_id=ada&limit=251",
                null)
            .expect(422)
            .json()
            .get("detail");
    List<String> fields = new ArrayList<>();
    detail.forEach(d -> fields.add(d.at("/loc/1").asText()));
    assertEquals(
        List.of("event_type", "limit", "since", "status", "until", "user_id"),
        fields.stream().sorted().toList());
    String backwards = "?since=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z";
    node.callManagement("GET", log + backwards, null).expect(422);
    node.callManagement("GET", hooks.base() + "/" + e + "/stats" + backwards, null).expect(422);
    rows.addMany(e, "delivered", T, 3);
    String cursor = get(e, "/message?limit=2").get("next_cursor").asText();
    node.callManagement("GET", log + "?limit=2&next_cursor=" + cursor, null).expect(200);
    node.callManagement("GET", log + "?status=failed&next_cursor=" + cursor, null).expect(400);
    node.callManagement(
            "GET", hooks.base() + "/" + endpoint() + "/message?next_cursor=" + cursor, null)
        .expect(400);
  }
}
