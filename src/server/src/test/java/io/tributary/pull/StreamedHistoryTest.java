package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events for brokers only: backfill and raw documents. No broker is running. */
class StreamedHistoryTest {
  private record Message(
      String type, boolean streamsOnly, boolean broker, boolean webhook, JsonNode body) {}

  private PullHarness h;
  private RawDocumentHarness kept;

  @BeforeEach
  void start() {
    h = new PullHarness(20, "TRIBUTARY_OUTBOUND_ALLOW_PRIVATE", "true");
    kept = new RawDocumentHarness(h);
  }

  @AfterEach
  void stop() {
    h.close();
  }

  private void pipeline(boolean history, boolean raw) {
    h.node
        .callManagement(
            "POST",
            "/v1/org/" + h.node.first().org() + "/team_etl_pipelines/sandbox/us",
            """
            {"team_id": "%s", "push_historical_data": %s, "provider_raw_data": %s,
             "preferences": {"preferred": "rabbitmq", "enabled": ["rabbitmq", "svix"]},
             "rabbitmq": {"uri": "amqp://u:p@127.0.0.1:1", "exchange": "x"}}
            """
                .formatted(h.node.first().team(), history, raw))
        .expect(200);
  }

  /** Returns the messages in commit order. */
  private List<Message> messages() {
    List<Message> out = new ArrayList<>();
    for (Row r :
        h.node
            .db()
            .query(
                """
                select m.event_type, m.streams_only, convert_from(m.body, 'UTF8') as body,
                       exists (select 1 from delivery d where d.message_id = m.id and d.endpoint_id like 'ds_%') as b,
                       exists (select 1 from delivery d where d.message_id = m.id and d.endpoint_id like 'ep_%') as w
                  from message m order by m.tx, m.id
                """)) {
      out.add(
          new Message(
              r.getString("event_type"),
              r.getBoolean("streams_only"),
              r.getBoolean("b"),
              r.getBoolean("w"),
              Json.parse(r.getString("body"))));
    }
    return out;
  }

  private static List<Message> of(List<Message> all, String prefix) {
    return all.stream().filter(m -> m.type().startsWith(prefix)).toList();
  }

  @Test
  void backfillGoesToABrokerThatWantsItBeforeTheNewsOfItsEndAndNeverToWebhooks() {
    pipeline(true, false);
    kept.pullNewUser("history");
    List<Message> all = messages();
    List<Message> daily = of(all, "daily.data.");
    assertFalse(daily.isEmpty());
    assertTrue(daily.stream().allMatch(m -> m.streamsOnly() && m.broker() && !m.webhook()));
    List<Message> sleep = of(all, "daily.data.sleep.created");
    assertTrue(sleep.size() > 10, sleep.size() + " nights");
    int end = all.indexOf(of(all, "historical.data.sleep.created").getFirst());
    assertTrue(sleep.stream().allMatch(m -> all.indexOf(m) < end));
    assertTrue(all.get(end).broker() && all.get(end).webhook());
    assertEquals(List.of(), of(all, "raw."));
  }

  @Test
  void withoutTheSwitchBackfillGoesToNobody() {
    pipeline(false, false);
    kept.pullNewUser("quiet");
    assertEquals(List.of(), of(messages(), "daily.data."));
    assertFalse(of(messages(), "historical.data.").isEmpty());
  }

  @Test
  void documentsOfTheProviderGoToABrokerThatWantsThemWhetherOrNotTheyAreKept() {
    pipeline(false, true);
    UUID user = kept.pullNewUser("raw");
    List<Message> raw = of(messages(), "raw.oura.");
    assertFalse(raw.isEmpty());
    assertTrue(raw.stream().allMatch(m -> m.streamsOnly() && m.broker() && !m.webhook()));
    JsonNode workout = of(raw, "raw.oura.sleep").getFirst().body();
    assertEquals(user.toString(), workout.get("user_id").asText());
    assertEquals("oura", workout.at("/data/provider").asText());
    assertEquals(workout.at("/data/key").asText(), workout.at("/data/document/id").asText());
    assertEquals(0, kept.rawItems("sleep", user).size());
  }

  @Test
  void aKeptDocumentIsToldOnceAndAgainWhenItHasChanged() {
    kept.enableStorage(true);
    pipeline(false, true);
    UUID user = h.user();
    var granted = h.grant("once", PullHarness.ALL);
    h.connect(user, granted);
    kept.putWorkout(granted.externalUserId().orElseThrow(), "w1", RawDocumentHarness.today(), 100);
    kept.refresh(user);
    assertEquals(1, eventTypes("w1"));
    kept.refresh(user);
    assertEquals(1, eventTypes("w1"));
    kept.putWorkout(granted.externalUserId().orElseThrow(), "w1", RawDocumentHarness.today(), 200);
    kept.refresh(user);
    assertEquals(2, eventTypes("w1"));
  }

  private long eventTypes(String key) {
    return of(messages(), "raw.oura.").stream()
        .filter(m -> m.body().at("/data/key").asText().equals(key))
        .count();
  }
}
