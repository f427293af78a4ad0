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
import io.tributary.testkit.Answer;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Writes events and reads them back as a client does. */
final class LogHarness {
  static final Outbox OUTBOX = new Outbox();

  private LogHarness() {}

  static String path(TestNode node) {
    return "/v1/org/" + node.first().org() + "/team/" + node.first().team() + "/sandbox/event_log";
  }

  static void enable(TestNode node) {
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> node.manage("PUT", path(node), "{\"enabled\":true}").expect(200));
  }

  static Event event(Tenant tenant, String type, UUID user, int n) {
    ObjectNode data = Json.object().put("n", n).put("note", "café \n \" 23");
    return new Event(type, tenant, user, null, data);
  }

  static void write(TestNode node, String type, UUID user, int n) {
    writeAtOnce(node, type, user, n);
    settle(node);
  }

  /** Whatever other transactions are open. */
  static void writeAtOnce(TestNode node, String type, UUID user, int n) {
    node.db().tx(tx -> add(tx, node.tenant(), type, user, n));
  }

  /** The log shows what is below the oldest open transaction, of whatever kind that is. */
  static void settle(TestNode node) {
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
    settle(node);
  }

  /** A client comes again when the service is busy. */
  static JsonNode page(TestNode node, String query) {
    Answer[] answer = new Answer[1];
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> {
          answer[0] = node.get("/v2/events" + query);
          assertNotEquals(503, answer[0].status());
        });
    return answer[0].expect(200).json();
  }

  static Answer after(TestNode node, JsonNode page) {
    return node.get("/v2/events?cursor=" + page.get("next_cursor").asText());
  }

  static List<Integer> numbers(JsonNode page) {
    List<Integer> out = new ArrayList<>();
    page.get("events").forEach(e -> out.add(e.at("/payload/data/n").asInt()));
    return out;
  }

  /** All there is, page by page, from a cursor on; null = from the beginning. */
  static List<Integer> all(TestNode node, String cursor, String more) {
    List<Integer> out = new ArrayList<>();
    String at = cursor;
    while (true) {
      JsonNode page = page(node, "?limit=7" + more + (at == null ? "" : "&cursor=" + at));
      out.addAll(numbers(page));
      at = page.get("next_cursor").asText();
      if (!page.get("has_more").asBoolean()) {
        return out;
      }
    }
  }
}
