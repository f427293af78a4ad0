package io.tributary.sdk;

import static io.tributary.sdk.SdkHarness.counts;
import static io.tributary.sdk.SdkHarness.daily;
import static io.tributary.sdk.SdkHarness.historical;
import static io.tributary.sdk.SdkHarness.pushTwice;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Uploaded sleep sessions with stages and values derived from heart rates. */
class SleepUploadTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = SdkHarness.node("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemaValidator.assertAllValid(node) > 0);
    node.close();
  }

  @Test
  void aSleepBringsItsStages() {
    SdkHarness user =
        pushTwice(
            node,
            "sleep",
            "apple_health_kit",
            """
            {"sleep":[{"id":"S1","start_date":"2026-03-01T22:00:00Z","end_date":"2026-03-02T06:00:00Z",
              "source_bundle":"com.apple.health.X","product_type":"Watch6,1","heart_rate_mean":55.4,
              "heart_rate_minimum":47,"hrv_mean_sdnn":62,"respiratory_rate_mean":14.5,
              "sleep_stages":{
                "in_bed_sleep_samples":[{"start_date":"2026-03-01T22:00:00Z","end_date":"2026-03-02T06:00:00Z"}],
                "light_sleep_samples":[{"start_date":"2026-03-01T22:30:00Z","end_date":"2026-03-02T01:00:00Z"}],
                "deep_sleep_samples":[{"start_date":"2026-03-02T01:00:00Z","end_date":"2026-03-02T03:00:00Z"}],
                "rem_sleep_samples":[{"start_date":"2026-03-02T03:00:00Z","end_date":"2026-03-02T05:30:00Z"}],
                "awake_sleep_samples":[{"start_date":"2026-03-02T05:30:00Z","end_date":"2026-03-02T06:00:00Z"}]},
              "heart_rate":[{"value":50,"unit":"bpm","start_date":"2026-03-02T01:00:00Z"}],
              "wrist_temperature":[{"value":35,"unit":"degC","start_date":"2026-03-02T01:00:00Z"}]}]}
            """);
    JsonNode sleep = user.summaries("sleep", "sleep").get(0);
    assertEquals("2026-03-02", sleep.get("calendar_date").asText());
    assertEquals("long_sleep", sleep.get("type").asText());
    assertEquals(28_800, sleep.get("duration").asInt());
    assertEquals(25_200, sleep.get("total").asInt());
    assertEquals(9000, sleep.get("light").asInt());
    assertEquals(1800, sleep.get("awake").asInt());
    assertEquals(1800, sleep.get("latency").asInt());
    assertEquals(87.5, sleep.get("efficiency").asDouble());
    assertEquals(55, sleep.get("hr_average").asInt());
    assertEquals(35, sleep.get("skin_temperature").asDouble());
    assertEquals("com.apple.health.X", sleep.at("/source/app_id").asText());
    JsonNode cycle = user.summaries("sleep_cycle", "sleep_cycle").get(0);
    assertEquals(sleep.get("id").asText(), cycle.get("sleep_id").asText());
    assertEquals("[2,1,3,4]", cycle.get("stage_type").toString());
    assertEquals("[1800,10800,18000,27000]", cycle.get("stage_start_offset_second").toString());
    assertEquals(50, user.samples("heartrate").get(0).get("value").asInt());
    assertTrue(user.events("daily.%").contains("daily.data.sleep_cycle.created"));
  }

  @Test
  void aSleepWithoutStagesIsAllSleep() {
    SdkHarness user =
        pushTwice(
            node,
            "sleep",
            "manual",
            "[{\"start_date\":\"2026-03-02T12:00:00Z\",\"end_date\":\"2026-03-02T13:00:00Z\"}]");
    JsonNode sleep = user.summaries("sleep", "sleep").get(0);
    assertEquals(3600, sleep.get("total").asInt());
    assertEquals(0, sleep.get("deep").asInt());
    assertEquals("short_sleep", sleep.get("type").asText());
    assertTrue(sleep.get("efficiency").isNull(), "nobody knows how well it was slept");
    assertTrue(sleep.get("latency").isNull());
    assertTrue(sleep.get("hr_lowest").isNull());
    assertEquals(0, user.summaries("sleep_cycle", "sleep_cycle").size());
  }

  @Test
  void whatTheDeviceLeavesOutOfASleepComesFromItsReadings() {
    StringBuilder beats = new StringBuilder();
    for (int minute = 0; minute < 60; minute++) {
      // 52 in the second half hour, with one reading of 40.
      int bpm = minute == 45 ? 40 : minute < 30 ? 60 : 52;
      beats.append(minute == 0 ? "" : ",");
      beats.append(
          "{\"value\":%d,\"unit\":\"bpm\",\"start_date\":\"2026-03-02T02:%02d:00Z\"}"
              .formatted(bpm, minute));
    }
    SdkHarness user =
        pushTwice(
            node,
            "sleep",
            "samsung_health",
            """
            {"sleep":[{"id":"S1","start_date":"2026-03-02T02:00:00Z","end_date":"2026-03-02T03:00:00Z",
              "heart_rate_minimum":40,
              "sleep_stages":{
                "awake_sleep_samples":[{"start_date":"2026-03-02T02:00:00Z","end_date":"2026-03-02T02:05:00Z"}],
                "unspecified_sleep_samples":[{"start_date":"2026-03-02T02:05:00Z","end_date":"2026-03-02T02:35:00Z"}]},
              "heart_rate":[%s],
              "heart_rate_variability":[{"value":40,"start_date":"2026-03-02T02:10:00Z"},
                {"value":60,"start_date":"2026-03-02T02:20:00Z"}],
              "respiratory_rate":[{"value":14,"start_date":"2026-03-02T02:10:00Z"}]}]}
            """
                .formatted(beats));
    JsonNode sleep = user.summaries("sleep", "sleep").get(0);
    assertEquals(1800, sleep.get("total").asInt(), "asleep, though nobody knows how deeply");
    assertEquals("short_sleep", sleep.get("type").asText());
    assertEquals(50, sleep.get("efficiency").asDouble());
    assertEquals(300, sleep.get("awake").asInt());
    assertEquals(50, sleep.get("hr_lowest").asInt(), "a mean of five minutes, not one reading");
    assertEquals(56, sleep.get("hr_average").asInt());
    assertEquals(50, sleep.get("average_hrv").asDouble());
    assertEquals(14, sleep.get("respiratory_rate").asDouble());
  }

  @Test
  void oneBadSleepLeavesTheOther() {
    SdkHarness user = SdkHarness.user(node);
    TestResponse answer =
        user.summary(
            "sleep",
            daily(
                "manual",
                """
                {"sleep":[{"id":"a","start_date":"2026-03-02T12:00:00Z"},
                  {"id":"b","start_date":"2026-03-02T12:00:00Z","end_date":"2026-03-02T13:00:00Z",
                   "heart_rate":[{"value":50,"unit":"kg","start_date":"2026-03-02T12:30:00Z"}]}]}
                """));
    assertEquals(2, counts(answer).get("rejected").asInt());
    assertEquals(1, counts(answer).get("created").asInt());
    assertEquals(
        "[\"body\",\"data\",\"sleep\",0,\"end_date\"]",
        answer.json().at("/rejected/0/loc").toString());
    assertEquals(
        "[\"body\",\"data\",\"sleep\",1,\"heart_rate\",0,\"unit\"]",
        answer.json().at("/rejected/1/loc").toString());
    assertEquals(1, answer.json().at("/rejected/1/index").asInt());
  }

  @Test
  void aHistoricalSleepEndsTheStagesOfBothItsResources() {
    SdkHarness user = SdkHarness.user(node);
    counts(
        user.summary(
            "sleep",
            historical(
                "apple_health_kit",
                "2026-02-01T00:00:00Z",
                "2026-03-02T00:00:00Z",
                true,
                "{\"sleep\":[]}")));
    assertEquals(
        List.of("historical.data.sleep.created", "historical.data.sleep_cycle.created"),
        user.events("historical.%"));
  }
}
