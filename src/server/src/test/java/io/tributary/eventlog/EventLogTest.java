package io.tributary.eventlog;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.model.Resource;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestPostgres;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventLogTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_EVENT_LOG_PAGE_BYTES", "20000");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @BeforeEach
  void anEmptyLog() {
    node.db().query("delete from message");
    node.callManagement("PUT", EventLogHarness.path(node), "{\"enabled\":false}").expect(200);
    EventLogHarness.enable(node);
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  void theLogIsSwitchedByTheOrganisationAndReadByTheTeam() {
    OpenApiDocument api = OpenApiDocument.of(node);
    JsonNode on =
        api.assertValid(
                node.callManagement("GET", EventLogHarness.path(node), null), 200, "getEventLog")
            .json();
    assertTrue(on.get("enabled").asBoolean());
    assertEquals(
        on,
        api.assertValid(
                node.callManagement("PUT", EventLogHarness.path(node), "{\"enabled\":true}"),
                200,
                "putEventLog")
            .json(),
        "what is on stays on as it is");
    EventLogHarness.write(node, 0, 2);
    JsonNode page = api.assertValid(node.get("/v2/events"), 200, "listEvents").json();
    assertEquals(range(0, 2), EventLogHarness.numbers(page));
    api.assertValid(
        node.callManagement("PUT", EventLogHarness.path(node), "{\"enabled\":false}"),
        200,
        "putEventLog");
    api.assertValid(node.get("/v2/events"), 403, "listEvents");
    api.assertValid(node.get("/v2/events/stream"), 403, "streamEvents");
    api.assertValid(
        node.callManagement("PUT", EventLogHarness.path(node), "{}"), 422, "putEventLog");
    EventLogHarness.enable(node);
    // Events were not written in the meantime, so the cursor is rejected instead of leaving a
    // silent gap.
    api.assertValid(EventLogHarness.readAfter(node, page), 410, "listEvents");
  }

  @Test
  void aKeyWithoutLaboratoriesIsToldOfAllElse() throws Exception {
    String key =
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/team_api_keys/sandbox/us",
                "{\"label\":\"l\",\"scopes\":[\"read\"],\"team_id\":\""
                    + node.first().team()
                    + "\"}")
            .expect(200)
            .json()
            .get("value")
            .asText();
    Map<String, String> own = Map.of("x-service-api-key", key);
    EventLogHarness.write(node, "labtest.result.critical", UUID.randomUUID(), 1);
    EventLogHarness.write(node, "lab_report.parsing_job.updated", UUID.randomUUID(), 2);
    EventLogHarness.write(node, EventTypes.DEVICE_CREATED, UUID.randomUUID(), 3);
    EventLogHarness.write(node, EventTypes.DEVICE_UPDATED, UUID.randomUUID(), 4);
    // An event as a node of a later version writes it. A cursor that skipped it would lose it.
    node.db()
        .query(
            "update message set event_type = 'provider.later.created' where team_id = $1"
                + " and event_type = $2",
            node.tenant().team(),
            EventTypes.DEVICE_UPDATED);
    for (String query : List.of("", "?event_type=provider.*")) {
      JsonNode page = node.send("GET", "/v2/events" + query, null, own).expect(200).json();
      assertEquals(List.of(3, 4), EventLogHarness.numbers(page), query);
    }
    for (String path : List.of("/v2/events", "/v2/events/stream")) {
      for (String type : List.of("labtest.*", "lab_report.parsing_job.updated")) {
        node.send("GET", path + "?event_type=" + type, null, own).expect(403);
      }
    }
    try (SseClient follower = new SseClient(node, "", null, key)) {
      eventually(Duration.ofSeconds(60), () -> assertEquals(List.of(3, 4), follower.numbers()));
    }
    JsonNode all = EventLogHarness.readPage(node, "?limit=1");
    assertEquals(range(1, 2), EventLogHarness.numbers(all));
    assertEquals(
        range(2, 5),
        EventLogHarness.numbers(EventLogHarness.readAfter(node, all).expect(200).json()));
    // The cursor of a key that sees these events does not help either, and a cursor that skipped
    // them is invalid for a key that sees them.
    String seen = "/v2/events?cursor=" + all.get("next_cursor").asText();
    node.send("GET", seen, null, own).expect(400);
    JsonNode left = node.send("GET", "/v2/events?limit=1", null, own).expect(200).json();
    EventLogHarness.readAfter(node, left).expect(400);
    String next = "/v2/events?cursor=" + left.get("next_cursor").asText();
    assertEquals(
        List.of(4), EventLogHarness.numbers(node.send("GET", next, null, own).expect(200).json()));
  }

  @Test
  void aCursorGoesOnFromTheEnd() {
    JsonNode empty = EventLogHarness.readPage(node, "");
    assertFalse(empty.get("has_more").asBoolean());
    EventLogHarness.write(node, 0, 5);
    JsonNode first = EventLogHarness.readAfter(node, empty).expect(200).json();
    assertEquals(range(0, 5), EventLogHarness.numbers(first));
    JsonNode none = EventLogHarness.readAfter(node, first).expect(200).json();
    assertEquals(List.of(), EventLogHarness.numbers(none));
    EventLogHarness.write(node, 5, 25);
    assertEquals(range(5, 25), EventLogHarness.readAll(node, none.get("next_cursor").asText(), ""));
    assertEquals(range(0, 25), EventLogHarness.readAll(node, null, ""));
  }

  @Test
  void anEventIsToldAsItIsSent() {
    EventLogHarness.write(node, EventTypes.DEVICE_CREATED, UUID.randomUUID(), 7);
    JsonNode event = EventLogHarness.readPage(node, "").get("events").get(0);
    byte[] body =
        node.db()
            .query("select body from message where id = $1", event.get("id").asText())
            .iterator()
            .next()
            .getBuffer("body")
            .getBytes();
    assertEquals(Json.parse(body), event.get("payload"));
    assertTrue(
        node.get("/v2/events").text().contains(new String(body, StandardCharsets.UTF_8)),
        "byte for byte");
    assertEquals(event.at("/payload/user_id"), event.get("user_id"));
  }

  @Test
  void anOpenTransactionHoldsBackWhatCameLaterAndNothingIsLost() {
    JsonNode before = EventLogHarness.readPage(node, "");
    JsonNode[] seen = new JsonNode[1];
    node.db()
        .tx(
            tx -> {
              EventLogHarness.add(tx, node.tenant(), EventTypes.DEVICE_CREATED, null, 1);
              EventLogHarness.writeAtOnce(node, EventTypes.DEVICE_CREATED, null, 2);
              EventLogHarness.writeAtOnce(node, EventTypes.DEVICE_CREATED, null, 3);
              seen[0] = EventLogHarness.readAfter(node, before).expect(200).json();
              JsonNode fresh = EventLogHarness.readPage(node, "");
              assertEquals(List.of(), EventLogHarness.numbers(fresh), "a first read waits as well");
              seen[0] = EventLogHarness.readAfter(node, seen[0]).expect(200).json();
              return null;
            });
    assertEquals(List.of(), EventLogHarness.numbers(seen[0]));
    EventLogHarness.awaitOlderTransactions(node);
    assertEquals(
        List.of(1, 2, 3), EventLogHarness.readAll(node, seen[0].get("next_cursor").asText(), ""));
  }

  @Test
  void filtersTakeTypesFamiliesUsersAndTimes() {
    UUID user = UUID.randomUUID();
    EventLogHarness.write(node, EventTypes.DEVICE_CREATED, user, 0);
    EventLogHarness.write(node, EventTypes.created(Resource.SLEEP), user, 1);
    EventLogHarness.write(node, EventTypes.updated(Resource.STEPS), null, 2);
    EventLogHarness.write(node, EventTypes.historical(Resource.STEPS), UUID.randomUUID(), 3);
    assertEquals(List.of(1, 2), EventLogHarness.readAll(node, null, "&event_type=daily.data.*"));
    assertEquals(
        List.of(0, 3),
        EventLogHarness.readAll(
            node, null, "&event_type=provider.device.created&event_type=historical.*"));
    assertEquals(List.of(0, 1), EventLogHarness.readAll(node, null, "&user_id=" + user));
    assertEquals(range(0, 4), EventLogHarness.readAll(node, null, "&since=2026-01-01T00:00:00Z"));
    assertEquals(List.of(), EventLogHarness.readAll(node, null, "&since=2999-01-01T00:00:00Z"));
    String third = EventLogHarness.readPage(node, "").at("/events/2/created_at").asText();
    assertEquals(
        List.of(2, 3), EventLogHarness.readAll(node, null, "&since=" + third.replace("+", "%2B")));
    for (String wrong :
        List.of(
            "event_type=no",
            "event_type=raw.oura.x",
            "user_id=7",
            "since=x",
            "limit=0",
            "limit=1001")) {
      node.get("/v2/events?" + wrong).expect(422);
    }
    String cursor =
        EventLogHarness.readPage(node, "?event_type=daily.*").get("next_cursor").asText();
    node.get("/v2/events?cursor=" + cursor).expect(400);
    node.get("/v2/events?cursor=x").expect(400);
    node.get("/v2/events?cursor=" + cursor + "&event_type=daily.*").expect(200);
  }

  @Test
  void aPageIsBoundedByBytesAndByTheRowsItLooksAt() {
    node.db()
        .tx(
            tx -> {
              for (int i = 0; i < 30; i++) {
                EventLogHarness.OUTBOX.add(
                    tx,
                    new Event(
                        EventTypes.DEVICE_CREATED,
                        node.tenant(),
                        null,
                        null,
                        Json.object().put("n", i).put("x", "x".repeat(i == 3 ? 30_000 : 3000))));
              }
              return null;
            });
    EventLogHarness.awaitOlderTransactions(node);
    JsonNode page = EventLogHarness.readPage(node, "?limit=1000");
    assertTrue(page.get("has_more").asBoolean());
    assertTrue(page.get("events").size() < 8, "about 20 kB");
    assertEquals(range(0, 30), EventLogHarness.readAll(node, null, ""));
    try (TestNode narrow = node.startPeer("TRIBUTARY_EVENT_LOG_MAX_SCANNED_ROWS", "1000")) {
      narrow
          .db()
          .tx(
              tx -> {
                List<Event> many = new ArrayList<>();
                for (int i = 0; i < 2500; i++) {
                  many.add(
                      EventLogHarness.event(
                          narrow.tenant(),
                          i == 2000 ? EventTypes.CONNECTION_ERROR : EventTypes.DEVICE_CREATED,
                          null,
                          i));
                }
                EventLogHarness.OUTBOX.add(tx, many);
                return null;
              });
      EventLogHarness.awaitOlderTransactions(narrow);
      JsonNode first = EventLogHarness.readPage(narrow, "?event_type=provider.connection.*");
      assertEquals(List.of(), EventLogHarness.numbers(first));
      assertTrue(first.get("has_more").asBoolean(), "empty, and yet not the end");
      assertEquals(
          List.of(2000),
          EventLogHarness.readAll(narrow, null, "&event_type=provider.connection.*"));
    }
  }

  @Test
  void aBodyThatIsNotKeptIsNullAndAnOldCursorIsRefused() {
    EventLogHarness.write(node, 0, 2);
    JsonNode first = EventLogHarness.readPage(node, "?limit=1");
    node.db().query("update message set body = null");
    JsonNode second = EventLogHarness.readAfter(node, first).expect(200).json();
    assertTrue(second.at("/events/0/payload").isNull());
    node.db().query("update message set created_at = now() - interval '91 days'");
    JsonNode old = EventLogHarness.readPage(node, "?limit=1");
    assertTrue(EventLogHarness.readAfter(node, old).expect(410).text().contains("since"));
  }

  @Test
  void othersAndStreamsOnlyEventsAreNotSeen() {
    EventLogHarness.write(node, 0, 1);
    Tenant production = new Tenant(node.first().team(), Environment.PRODUCTION);
    node.db()
        .tx(
            tx -> {
              EventLogHarness.add(tx, production, EventTypes.DEVICE_CREATED, null, 1);
              EventLogHarness.OUTBOX.add(
                  tx,
                  new Event(
                      EventTypes.created(Resource.STEPS),
                      node.tenant(),
                      null,
                      null,
                      Json.object().put("n", 2),
                      Event.Audience.STREAMS));
              return null;
            });
    EventLogHarness.awaitOlderTransactions(node);
    assertEquals(List.of(0), EventLogHarness.readAll(node, null, ""));
    node.send("GET", "/v2/events", null, Map.of()).expect(401);
    node.send("GET", "/v2/events/stream", null, Map.of()).expect(401);
    node.callManagement("GET", "/v2/events", null).expect(401);
    node.callManagement(
            "PUT",
            EventLogHarness.path(node)
                .replace(node.first().team().toString(), Ids.uuid().toString()),
            "{\"enabled\":true}")
        .expect(404);
  }

  @Test
  void aDatabaseFilledFromACopyGoesOnWithoutAGap() {
    TestNode old = TestNode.start();
    JsonNode middle;
    JsonNode end;
    try (old) {
      EventLogHarness.enable(old);
      EventLogHarness.write(old, 0, 4);
      middle = EventLogHarness.readPage(old, "?limit=2");
      end = EventLogHarness.readAfter(old, middle).expect(200).json();
      assertEquals(List.of(2, 3), EventLogHarness.numbers(end));
    }
    // As from a server with a higher sequence: its positions lie in the future of the new server.
    String name = old.dbUrl().substring(old.dbUrl().lastIndexOf('/') + 1);
    String[] copy = new String[1];
    eventually(Duration.ofSeconds(60), () -> copy[0] = TestPostgres.copyDatabase(name));
    TestPostgres.executeOn(
        copy[0], "update message set tx = (tx::text::numeric + 1000000000000)::text::xid8");
    try (TestNode restored = old.startWithDatabase(copy[0])) {
      EventLogHarness.write(restored, 4, 6);
      assertEquals(range(0, 6), EventLogHarness.readAll(restored, null, ""));
      for (JsonNode page : List.of(middle, end)) {
        List<Integer> told =
            EventLogHarness.readAll(restored, page.get("next_cursor").asText(), "");
        assertTrue(told.containsAll(List.of(4, 5)), told.toString());
        assertTrue(page == end || told.containsAll(List.of(2, 3)), told.toString());
      }
    }
  }
}
