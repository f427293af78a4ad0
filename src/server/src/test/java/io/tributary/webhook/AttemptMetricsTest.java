package io.tributary.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AttemptMetricsTest {
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

  private static JsonNode metric(String environment, String query) {
    String path = hooks.base(environment).replace("/webhook", "/event_delivery_metric");
    return node.callManagement("GET", path + query, null).expect(200).json();
  }

  private static void attempts(String endpoint, Instant at, int delivered, int failed) {
    node.db()
        .query(
            "insert into delivery_count (endpoint_id, at, delivered, failed) values ($1, $2, $3,"
                + " $4)",
            endpoint,
            at,
            delivered,
            failed);
  }

  /** Returns the time steps with values other than zero. */
  private static Map<Long, String> values(JsonNode metric, int series) {
    Map<Long, String> out = new LinkedHashMap<>();
    metric
        .at("/data/result/" + series + "/values")
        .forEach(
            v -> {
              assertTrue(v.get(0).isIntegralNumber() && v.get(1).isTextual(), v.toString());
              if (!v.get(1).asText().equals("0")) {
                out.put(v.get(0).asLong(), v.get(1).asText());
              }
            });
    return out;
  }

  @Test
  void everyStepOfTheWindowIsThereAndHoldsTheAttemptsOfAllEndpoints() {
    JsonNode empty = metric("sandbox", "");
    assertEquals("success", empty.get("status").asText());
    assertEquals("matrix", empty.at("/data/resultType").asText());
    assertEquals("delivered", empty.at("/data/result/0/metric/status").asText());
    assertEquals("failed", empty.at("/data/result/1/metric/status").asText());
    long hour = empty.at("/data/result/0/values/167/0").asLong();
    assertTrue(Math.abs(Instant.now().getEpochSecond() - hour) <= 3700);
    assertEquals(0, hour % 3600);

    String one = hooks.endpoint("https://a.example");
    String two = hooks.endpoint("https://a.example");
    Instant at = Instant.ofEpochSecond(hour - 2 * 3600);
    attempts(one, at, 1, 2);
    attempts(one, at.plusSeconds(3300), 10, 0);
    attempts(two, at, 100, 0);
    attempts(two, at.plusSeconds(3600), 0, 5);
    attempts(two, at.minusSeconds(166 * 3600), 7, 7);
    node.callManagement("DELETE", hooks.base() + "/" + two, null).expect(204);
    JsonNode hours = metric("sandbox", "?interval=1h");
    long first = at.getEpochSecond();
    assertEquals(Map.of(first, "111"), values(hours, 0));
    assertEquals(Map.of(first, "2", first + 3600, "5"), values(hours, 1));
    JsonNode steps = metric("sandbox", "?interval=5m");
    assertEquals(Map.of(first, "101", first + 3300, "10"), values(steps, 0));
    JsonNode days = metric("sandbox", "?interval=1d");
    assertEquals(118, values(days, 0).values().stream().mapToInt(Integer::parseInt).sum());
    assertEquals(Map.of(), values(metric("production", ""), 0));
  }

  @Test
  void stepsFollowOneAnotherAndEndNow() {
    Map<String, int[]> windows =
        Map.of(
            "5m", new int[] {300, 144},
            "15m", new int[] {900, 192},
            "1h", new int[] {3600, 168},
            "1d", new int[] {86_400, 90});
    windows.forEach(
        (interval, w) -> {
          JsonNode values = metric("sandbox", "?interval=" + interval).at("/data/result/1/values");
          assertEquals(w[1], values.size());
          for (int i = 1; i < values.size(); i++) {
            assertEquals(
                w[0],
                values.at("/" + i + "/0").asLong() - values.at("/" + (i - 1) + "/0").asLong());
          }
          long end = values.at("/" + (w[1] - 1) + "/0").asLong() + w[0];
          assertTrue(end > Instant.now().getEpochSecond() - 1);
        });
    String path = hooks.base().replace("/webhook", "/event_delivery_metric");
    node.callManagement("GET", path + "?interval=2h", null).expect(422);
  }
}
