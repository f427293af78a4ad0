package io.tributary.eventlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Writes events and reads them back through the API. */
final class EventLogHarness {
  static final Outbox OUTBOX = new Outbox();

  private EventLogHarness() {}

  static String path(TestNode node) {
    return "/v1/org/" + node.first().org() + "/team/" + node.first().team() + "/sandbox/event_log";
  }

  static void enable(TestNode node) {
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> node.callManagement("PUT", path(node), "{\"enabled\":true}").expect(200));
  }

  static Event event(Tenant tenant, String type, UUID user, int n) {
    ObjectNode data = Json.object().put("n", n).put("note", "café \n \" 23");
    return new Event(type, tenant, user, null, data);
  }

  static void write(TestNode node, String type, UUID user, int n) {
    writeAtOnce(node, type, user, n);
    awaitOlderTransactions(node);
  }

  /** Commits at once, regardless of other open transactions. */
  static void writeAtOnce(TestNode node, String type, UUID user, int n) {
    node.db().tx(tx -> add(tx, node.tenant(), type, user, n));
  }

  /** Waits for older transactions, because the log ends below the oldest open transaction. */
  static void awaitOlderTransactions(TestNode node) {
    Eventually.eventually(
        Duration.ofSeconds(60),
        () ->
            assertEquals(
                0,
                node.db()
                    .query(
                        "select 1 from message where tx >= pg_snapshot_xmin(pg_current_snapshot())"
                            + " and tx < pg_snapshot_xmax(pg_current_snapshot()) limit 1")
                    .size()));
  }

  static Void add(Tx tx, Tenant tenant, String type, UUID user, int n) {
    OUTBOX.add(tx, event(tenant, type, user, n));
    return null;
  }

  static void write(TestNode node, int from, int to) {
    for (int i = from; i < to; i++) {
      writeAtOnce(node, EventTypes.DEVICE_CREATED, null, i);
    }
    awaitOlderTransactions(node);
  }

  /** Reads a page, with a retry if the service is busy. */
  static JsonNode readPage(TestNode node, String query) {
    TestResponse[] answer = new TestResponse[1];
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> {
          answer[0] = node.get("/v2/events" + query);
          assertNotEquals(503, answer[0].status());
        });
    return answer[0].expect(200).json();
  }

  static TestResponse readAfter(TestNode node, JsonNode page) {
    return node.get("/v2/events?cursor=" + page.get("next_cursor").asText());
  }

  static List<Integer> numbers(JsonNode page) {
    List<Integer> out = new ArrayList<>();
    page.get("events").forEach(e -> out.add(e.at("/payload/data/n").asInt()));
    return out;
  }

  /** Reads all pages after a cursor; null starts at the beginning. */
  static List<Integer> readAll(TestNode node, String cursor, String more) {
    List<Integer> out = new ArrayList<>();
    String at = cursor;
    while (true) {
      JsonNode page = readPage(node, "?limit=7" + more + (at == null ? "" : "&cursor=" + at));
      out.addAll(numbers(page));
      at = page.get("next_cursor").asText();
      if (!page.get("has_more").asBoolean()) {
        return out;
      }
    }
  }
}
