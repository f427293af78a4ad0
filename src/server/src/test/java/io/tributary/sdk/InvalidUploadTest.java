package io.tributary.sdk;

import static io.tributary.sdk.SdkHarness.counts;
import static io.tributary.sdk.SdkHarness.daily;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed texts, times and numbers in uploads. */
class InvalidUploadTest {
  private static final String ALL = "?start_date=0001-01-01&end_date=9999-12-31";
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = SdkHarness.node("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static final String HALF = "a\\ud800b";

  /** Half of a surrogate pair, as a client produces by cutting a text inside an emoji. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "note | {'value':'a\\ud800b','tags':['food'],'start_date':'2026-03-02T06:48:11Z'}",
        "note | {'value':'\\udc00','start_date':'2026-03-02T06:48:11Z'}",
        "note | {'value':'x\\ud83d','start_date':'2026-03-02T06:48:11Z'}",
        "ige | {'value':1,'reading_type':'x\\udfffy','start_date':'2026-03-02T06:48:11Z'}",
        "note | {'value':'a\\u0000b','start_date':'2026-03-02T06:48:11Z'}",
        "ige | {'value':1,'reading_type':'x\\u0000y','start_date':'2026-03-02T06:48:11Z'}",
        "heartrate | {'value':61,'product_type':'W\\ud800','device_model':'\\ud800',"
            + "'start_date':'2026-03-02T06:48:11Z'}"
      })
  void brokenTextsOfSamplesAreStoredOnce(String resource, String json) {
    SdkHarness user = SdkHarness.user(node);
    String body = daily("manual", "[" + json.replace('\'', '"') + "]");
    assertEquals(1, counts(user.timeseries(resource, body)).get("created").asInt());
    int told = user.events("daily.%").size();
    assertEquals(1, told);
    assertEquals(1, counts(user.timeseries(resource, body)).get("unchanged").asInt());
    assertEquals(told, user.events("daily.%").size());
    assertEquals(1, user.samples(resource).size());
  }

  @ParameterizedTest
  @ValueSource(strings = {HALF, "a\\u0000b", "\\ud83d\\ude00", "x\\udc00\\ud800"})
  void brokenTextsOfSummariesAreStoredOnce(String text) {
    SdkHarness user = SdkHarness.user(node);
    String body =
        daily(
            "manual",
            """
            [{"id":"%1$s","source_id":"w1","sport":"running","title":"%1$s","map":"%1$s",
              "start_date":"2026-03-02T06:48:11Z","end_date":"2026-03-02T07:48:11Z",
              "source_name":"%1$s","app_id":"%1$s","product_type":"%1$s","notes":"%1$s"}]
            """
                .formatted(text));
    TestResponse first = user.summary("workouts", body);
    assertEquals(1, counts(first).get("created").asInt(), first.text());
    assertEquals(1, user.events("daily.%").size());
    assertEquals(1, counts(user.summary("workouts", body)).get("unchanged").asInt());
    assertEquals(1, user.events("daily.%").size());
    assertEquals(1, user.summaries("workouts", "workouts").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00.000001Z",
        "1582-10-10T00:00:00Z",
        "1969-12-31T23:59:59.999999Z",
        "1970-01-01T00:00:00Z",
        "6053-01-23T02:07:00Z",
        "6053-01-23T02:08:00Z",
        "7000-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z"
      })
  void farTimesAreReadAsTheyWereGiven(String at) {
    SdkHarness user = SdkHarness.user(node);
    for (String resource : List.of("heartrate", "weight")) {
      String body =
          daily(
              "manual", "[{\"value\":60,\"start_date\":\"" + at + "\",\"timezone_offset\":-3600}]");
      assertEquals(1, counts(user.timeseries(resource, body)).get("created").asInt());
      assertEquals(1, counts(user.timeseries(resource, body)).get("unchanged").asInt());
      String path = resource.equals("weight") ? "body_weight" : resource;
      JsonNode read =
          node.get("/v2/timeseries/" + user.id + "/" + path + "/grouped" + ALL).expect(200).json();
      assertEquals(
          at.replace("Z", "+00:00"),
          read.at("/groups/manual/0/data/0/timestamp").asText(),
          read.toString());
      assertEquals(1, node.get("/v2/timeseries/" + user.id + "/" + path + ALL).json().size());
    }
  }

  @Test
  void bulkSamplesBeyondTheCalendarAreRejectedAlone() {
    SdkHarness user = SdkHarness.user(node);
    for (String anchor : List.of("9999-12-31T00:00:00Z", "0001-01-01T00:00:00Z")) {
      String sign = anchor.startsWith("9") ? "" : "-";
      TestResponse a =
          user.timeseries(
              "heartrate",
              daily(
                  "manual",
                  "[{\"anchor\":\"%s\",\"value\":[60,61],\"start_offset\":[0,%s3000000000]}]"
                      .formatted(anchor, sign)));
      assertEquals(1, counts(a).get("created").asInt(), a.text());
      assertEquals(1, counts(a).get("rejected").asInt(), a.text());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999", "-1e999", "NaN", "\"NaN\"", "\"Infinity\"", "1e-400", "-0.0"})
  void noNumberBreaksAPush(String value) {
    SdkHarness user = SdkHarness.user(node);
    TestResponse a =
        user.timeseries(
            "body_temperature",
            daily(
                "manual",
                "[{\"value\":%s,\"start_date\":\"2026-03-02T06:48:11Z\"},".formatted(value)
                    + "{\"value\":36,\"start_date\":\"2026-03-02T06:49:11Z\"}]"));
    assertTrue(a.status() == 200 || a.status() == 400 || a.status() == 422, a.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807", "-9223372036854775808", "400000000000000000"})
  void aForgedCursorIsNoFault(String at) {
    SdkHarness user = SdkHarness.user(node);
    counts(user.timeseries("heartrate", daily("manual", items(3, 1))));
    JsonNode page =
        node.get("/v2/timeseries/" + user.id + "/heartrate/grouped" + ALL + "&page_size=1")
            .expect(200)
            .json();
    String cursor =
        new String(
            java.util.Base64.getUrlDecoder().decode(page.get("next_cursor").asText()),
            java.nio.charset.StandardCharsets.UTF_8);
    String forged = cursor.replaceFirst(",\"\\d+\"", ",\"" + at + "\"");
    TestResponse a =
        node.get(
            "/v2/timeseries/"
                + user.id
                + "/heartrate/grouped"
                + ALL
                + "&next_cursor="
                + java.util.Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(forged.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    assertTrue(a.status() == 200 || a.status() == 400, a.text());
  }

  private static String items(int n, int step) {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      int s = i * step;
      out.add(
          "{\"value\":60,\"start_date\":\"2026-03-02T%02d:%02d:%02dZ\"}"
              .formatted(s / 3600, s / 60 % 60, s % 60));
    }
    return out.toString();
  }

  /**
   * Equal timestamps of several series at page and block boundaries; data arrives between the
   * pages.
   */
  @Test
  void everyPageSizeReadsEverySampleOnce() {
    SdkHarness user = SdkHarness.user(node);
    Random random = new Random(7);
    TreeSet<String> expected = new TreeSet<>();
    for (String provider : List.of("manual", "apple_health_kit", "health_connect")) {
      for (String type : List.of("watch", "phone", "ring")) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
          // Around the full hours, which bound the blocks of heart rates.
          String at =
              "2026-03-02T%02d:%s"
                  .formatted(
                      random.nextInt(4),
                      List.of("00:00Z", "59:59.999999Z", "30:00Z").get(random.nextInt(3)));
          items.add("{\"value\":60,\"type\":\"%s\",\"start_date\":\"%s\"}".formatted(type, at));
          expected.add(provider + type + at.replace("Z", "+00:00"));
        }
        counts(user.timeseries("heartrate", daily(provider, items.toString())));
      }
    }
    for (int size = 1; size <= expected.size() + 1; size++) {
      List<String> seen = new ArrayList<>();
      String cursor = "";
      do {
        JsonNode page =
            node.get(
                    "/v2/timeseries/"
                        + user.id
                        + "/heartrate/grouped"
                        + ALL
                        + "&page_size="
                        + size
                        + cursor)
                .expect(200)
                .json();
        page.get("groups")
            .properties()
            .forEach(
                p ->
                    p.getValue()
                        .forEach(
                            g ->
                                g.get("data")
                                    .forEach(
                                        d ->
                                            seen.add(
                                                p.getKey()
                                                    + g.at("/source/type").asText()
                                                    + d.get("timestamp").asText()))));
        cursor =
            page.get("next_cursor").isNull()
                ? null
                : "&next_cursor=" + page.get("next_cursor").asText();
      } while (cursor != null);
      assertEquals(List.copyOf(expected), seen.stream().sorted().toList(), "page size " + size);
    }
  }

  /** More samples of two sources in an hour than one read fetches. */
  @Test
  void denseDataAreReadInPortionsWithoutLossOrRepeat() {
    SdkHarness user = SdkHarness.user(node);
    int perHour = 30_000;
    int hours = 4;
    for (String provider : List.of("manual", "health_connect")) {
      for (int hour = 0; hour < hours; hour++) {
        for (int from = 0; from < perHour; from += 10_000) {
          StringBuilder values = new StringBuilder();
          StringBuilder starts = new StringBuilder();
          for (int i = from; i < from + 10_000; i++) {
            values.append(i == from ? "" : ",").append(50 + i % 7);
            starts.append(i == from ? "" : ",").append(i / 10.0);
          }
          counts(
              user.timeseries(
                  "heartrate",
                  daily(
                      provider,
                      """
                      [{"anchor":"2026-03-02T0%d:00:00Z","value":[%s],"start_offset":[%s]}]
                      """
                          .formatted(hour, values, starts))));
        }
      }
    }
    int all = 2 * hours * perHour;
    assertEquals(all, node.get("/v2/timeseries/" + user.id + "/heartrate" + ALL).json().size());
    int read = 0;
    String cursor = "";
    String before = "";
    while (cursor != null) {
      JsonNode page =
          node.get(
                  "/v2/timeseries/"
                      + user.id
                      + "/heartrate/grouped"
                      + ALL
                      + "&page_size=50000"
                      + cursor)
              .expect(200)
              .json();
      String last = before;
      for (JsonNode groups : page.get("groups")) {
        JsonNode data = groups.get(0).get("data");
        read += data.size();
        assertTrue(data.get(0).get("timestamp").asText().compareTo(before) >= 0);
        String end = data.get(data.size() - 1).get("timestamp").asText();
        last = end.compareTo(last) > 0 ? end : last;
      }
      before = last;
      cursor =
          page.get("next_cursor").isNull()
              ? null
              : "&next_cursor=" + page.get("next_cursor").asText();
    }
    assertEquals(all, read);
  }
}
