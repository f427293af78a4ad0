package io.tributary.sdk;

import static io.tributary.sdk.SdkHarness.counts;
import static io.tributary.sdk.SdkHarness.daily;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.model.Resource;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Timeseries from upload to reads and events. */
class TimeseriesUploadTest {
  private static final String AT = "2026-03-02T06:48:11Z";
  private static final String LATER = "2026-03-02T06:49:11Z";
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

  /** Returns one record of a resource. */
  static String item(Resource r) {
    String more =
        switch (r) {
          case CHOLESTEROL -> ",\"reading_type\":\"ldl\"";
          case IGE, IGG -> ",\"reading_type\":\"dairy\"";
          case ELECTROCARDIOGRAM_VOLTAGE -> ",\"reading_type\":\"lead_1\"";
          case HEART_RATE_ALERT -> ",\"reading_type\":\"high_heart_rate\"";
          case STAND_HOUR -> ",\"reading_type\":\"stood\"";
          case SLEEP_BREATHING_DISTURBANCE -> ",\"reading_type\":\"elevated\"";
          case INSULIN_INJECTION ->
              ",\"reading_type\":\"rapid_acting\",\"delivery_mode\":\"bolus\","
                  + "\"delivery_form\":\"standard\",\"bolus_purpose\":\"meal\"";
          case BODY_TEMPERATURE, BODY_TEMPERATURE_DELTA -> ",\"sensor_location\":\"wrist\"";
          case WORKOUT_DURATION -> ",\"intensity\":\"medium\"";
          case WORKOUT_DISTANCE, WORKOUT_SWIMMING_STROKE ->
              ",\"workout_id\":\"" + Ids.uuid() + "\",\"sport\":\"swimming\"";
          case NOTE -> ",\"tags\":[\"food\"]";
          default -> "";
        };
    String range = "\"start_date\":\"" + AT + "\",\"end_date\":\"" + LATER + "\"";
    if (r == Resource.BLOOD_PRESSURE) {
      return "{\"systolic\":{\"value\":121,\"unit\":\"mmHg\","
          + range
          + "},\"diastolic\":{\"value\":79,\"unit\":\"mmHg\","
          + range
          + "},\"pulse\":null}";
    }
    String value = r == Resource.NOTE ? "\"a note\"" : "12.5";
    return "{\"value\":" + value + ",\"unit\":\"" + r.unit() + "\"," + range + more + "}";
  }

  @ParameterizedTest
  @EnumSource(Resource.class)
  void everyTimeseriesIsStoredReadAndAnnounced(Resource r) {
    if (!r.isTimeseries()) {
      return;
    }
    SdkHarness user = SdkHarness.user(node);
    JsonNode counts = counts(user.timeseries(r.wire(), daily("manual", "[" + item(r) + "]")));
    assertEquals(1, counts.get("created").asInt());
    assertEquals(1, counts.get("received").asInt());
    JsonNode sample = user.samples(r.path()).get(0);
    assertEquals("2026-03-02T06:48:11+00:00", sample.get("timestamp").asText());
    assertEquals(3600, sample.get("timezone_offset").asInt());
    assertEquals(r.unit(), sample.get("unit").asText());
    switch (r) {
      case BLOOD_PRESSURE -> {
        assertEquals(121, sample.get("systolic").asDouble());
        assertEquals(79, sample.get("diastolic").asDouble());
      }
      case NOTE -> assertEquals("a note", sample.get("value").asText());
      default -> assertEquals(12.5, sample.get("value").asDouble());
    }
    if (r.showsInterval()) {
      assertEquals("2026-03-02T06:49:11+00:00", sample.get("end").asText());
    }
    assertEquals(
        List.of("provider.connection.created", "daily.data." + r.wire() + ".created"),
        user.events());
    JsonNode source = user.bodies("daily.%").get(0).at("/data/source");
    assertEquals("manual", source.get("provider").asText());
    assertEquals("app", source.get("type").asText());
    // A repeated upload changes nothing, also under the read path of the resource.
    JsonNode again = counts(user.timeseries(r.path(), daily("manual", "[" + item(r) + "]")));
    if (r != Resource.WORKOUT_DISTANCE && r != Resource.WORKOUT_SWIMMING_STROKE) {
      assertEquals(1, again.get("unchanged").asInt());
      assertEquals(2, user.events().size());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "heartrate_variability, hrv, 31, rmssd",
    "temperature, body_temperature, 36.6, degC",
    "heart_rate, heartrate, 61, bpm"
  })
  void librariesNamesAreTaken(String name, String path, String value, String unit) {
    SdkHarness user = SdkHarness.user(node);
    counts(
        user.timeseries(
            name,
            daily(
                "apple_health_kit",
                "[{\"value\":%s,\"unit\":\"%s\",\"start_date\":\"%s\",\"product_type\":\"Watch6,1\"}]"
                    .formatted(value, unit, AT))));
    assertEquals(Double.parseDouble(value), user.samples(path).get(0).get("value").asDouble());
    assertEquals("watch", user.groups(path).get("apple_health_kit").at("/0/source/type").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "glucose, mg/dL, 90.09, 5",
    "weight, g, 71200, 71.2",
    "weight, lb, 100, 45.359237",
    "caffeine, mg, 80, 0.08",
    "water, L, 0.25, 250",
    "water, mL, 250, 250",
    "distance, km, 1.5, 1500",
    "calories_active, kJ, 418.4, 100",
    "body_temperature, degF, 98.6, 37",
    "mindfulness_minutes, s, 90, 1.5",
    "mindfulness_minutes, minute, 7, 7",
    "hrv, ms, 40, 40",
    "blood_oxygen, %, 97, 97",
    "peak_expiratory_flow_rate, L/min, 400, 400",
    "vo2_max, mL/kg/min, 45, 45"
  })
  void unitsAreConverted(String resource, String unit, double given, double stored) {
    SdkHarness user = SdkHarness.user(node);
    counts(
        user.timeseries(
            resource,
            daily(
                "manual",
                "[{\"value\":%s,\"unit\":\"%s\",\"start_date\":\"%s\"}]"
                    .formatted(given, unit, AT))));
    String path = Resource.of(resource).orElseThrow().path();
    assertEquals(stored, user.samples(path).get(0).get("value").asDouble(), 1e-9);
  }

  @Test
  void oneBadRecordOfManyLeavesTheOthers() {
    SdkHarness user = SdkHarness.user(node);
    List<String> items = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      items.add(
          i == 777
              ? "{\"value\":5,\"unit\":\"furlong\",\"start_date\":\"" + AT + "\"}"
              : "{\"value\":60,\"unit\":\"bpm\",\"start_date\":\"2026-03-02T%02d:%02d:%02dZ\"}"
                  .formatted(i / 3600, i / 60 % 60, i % 60));
    }
    TestResponse answer = user.timeseries("heartrate", daily("manual", items.toString()));
    JsonNode counts = counts(answer);
    assertEquals(2000, counts.get("received").asInt());
    assertEquals(1999, counts.get("accepted").asInt());
    assertEquals(1, counts.get("rejected").asInt());
    JsonNode rejected = answer.json().get("rejected").get(0);
    assertEquals(777, rejected.get("index").asInt());
    assertEquals("[\"body\",\"data\",777,\"unit\"]", rejected.get("loc").toString());
    assertTrue(rejected.get("reason").asText().contains("bpm"));
    int stored = user.samples("heartrate").size();
    System.out.println(
        "poisoned batch: answered %d with %s, stored %d"
            .formatted(answer.status(), counts, stored));
    assertEquals(1999, stored);
    assertEquals(2, user.events("daily.data.heartrate.created").size());
  }

  @Test
  void aBulkRecordIsManySamples() {
    SdkHarness user = SdkHarness.user(node);
    TestResponse answer =
        user.timeseries(
            "steps",
            daily(
                "apple_health_kit",
                """
                [{"anchor":"2026-03-02T06:00:00Z","value":[1,2,-3],"start_offset":[0,60,120.5],
                  "end_offset":[60,120,180],"source_bundle":"com.example","type":"phone"}]
                """));
    JsonNode counts = counts(answer);
    assertEquals(3, counts.get("received").asInt());
    assertEquals(2, counts.get("created").asInt());
    assertEquals(
        "[\"body\",\"data\",0,\"value\",2]", answer.json().at("/rejected/0/loc").toString());
    JsonNode samples = user.samples("steps");
    assertEquals("2026-03-02T06:01:00+00:00", samples.get(1).get("start").asText());
    assertEquals("2026-03-02T06:02:00+00:00", samples.get(1).get("end").asText());
  }

  @Test
  void aCuffBringsPressureAndPulse() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode counts =
        counts(
            user.timeseries(
                "blood_pressure",
                daily(
                    "omron_ble",
                    """
                    [{"systolic":{"value":16,"unit":"kPa","start_date":"2026-03-02T06:48:00Z",
                        "product_type":"EVOLV","metadata":{"serial":"A1"}},
                      "diastolic":{"value":79,"unit":"mmHg","start_date":"2026-03-02T06:48:00Z"},
                      "pulse":{"value":64,"unit":"bpm","start_date":"2026-03-02T06:48:00Z"}}]
                    """)));
    assertEquals(2, counts.get("created").asInt());
    assertEquals(120.00992, user.samples("blood_pressure").get(0).get("systolic").asDouble(), 1e-9);
    assertEquals(64, user.samples("heartrate").get(0).get("value").asDouble());
    assertEquals("cuff", user.groups("heartrate").get("omron_ble").at("/0/source/type").asText());
    JsonNode device = node.get("/v2/user/" + user.id + "/device").expect(200).json().get(0);
    assertEquals("EVOLV", device.get("device_model").asText());
    assertEquals("Omron", device.get("device_manufacturer").asText());
    assertEquals("A1", device.get("device_id").asText());
    assertEquals(1, user.events("provider.device.created").size());
  }

  @Test
  void zonesComeFromTheRecordTheEnvelopeOrTheUser() {
    SdkHarness user = SdkHarness.user(node, ",\"fallback_time_zone\":\"Asia/Kolkata\"");
    String two =
        """
        [{"value":61,"unit":"bpm","start_date":"2026-03-02T06:00:00Z","zoneOffset":"+02:00"},
         {"value":61,"unit":"bpm","start_date":"2026-03-30T06:00:00Z"}]
        """;
    counts(user.timeseries("heartrate", daily("health_connect", two)));
    JsonNode samples = user.samples("heartrate");
    assertEquals(7200, samples.get(0).get("timezone_offset").asInt());
    assertEquals(7200, samples.get(1).get("timezone_offset").asInt(), "summer time");
    String without =
        "{\"stage\":\"daily\",\"provider\":\"manual\",\"data\":[{\"value\":61,\"unit\":\"bpm\","
            + "\"start_date\":\"2026-03-03T06:00:00Z\"}]}";
    counts(user.timeseries("heartrate", without));
    assertEquals(
        19_800, user.groups("heartrate").get("manual").at("/0/data/0/timezone_offset").asInt());
    SdkHarness nobody = SdkHarness.user(node);
    counts(nobody.timeseries("heartrate", without));
    assertTrue(nobody.samples("heartrate").get(0).get("timezone_offset").isNull());
  }

  @Test
  void theEnvelopeMayComeAfterTheRecords() {
    SdkHarness user = SdkHarness.user(node);
    counts(
        user.timeseries(
            "heartrate",
            "{\"data\":[{\"value\":61,\"unit\":\"bpm\",\"start_date\":\"2026-03-02T06:00:00Z\"}],"
                + "\"x\":{\"y\":[1]},\"time_zone\":\"Europe/Paris\",\"provider\":\"manual\","
                + "\"stage\":\"daily\"}"));
    assertEquals(3600, user.samples("heartrate").get(0).get("timezone_offset").asInt());
  }

  @Test
  void recordsOutsideTheBoundsAreCountedAndDropped() {
    SdkHarness user =
        SdkHarness.user(
            node, ",\"ingestion_start\":\"2026-03-02\",\"ingestion_end\":\"2030-01-01\"");
    JsonNode counts =
        counts(
            user.timeseries(
                "heartrate",
                daily(
                    "manual",
                    """
                    [{"value":61,"unit":"bpm","start_date":"2026-03-01T22:59:59Z"},
                     {"value":62,"unit":"bpm","start_date":"2026-03-01T23:00:00Z"}]
                    """)));
    assertEquals(1, counts.get("outside_bounds").asInt());
    assertEquals(1, counts.get("accepted").asInt());
    assertEquals(62, user.samples("heartrate").get(0).get("value").asDouble());
  }

  @Test
  void aLaterReadingOfAnInstantReplacesTheEarlier() {
    SdkHarness user = SdkHarness.user(node);
    String body = "[{\"value\":%d,\"unit\":\"bpm\",\"start_date\":\"" + AT + "\"}]";
    counts(user.timeseries("heartrate", daily("manual", body.formatted(61))));
    JsonNode second = counts(user.timeseries("heartrate", daily("manual", body.formatted(70))));
    assertEquals(1, second.get("updated").asInt());
    assertEquals(
        List.of("daily.data.heartrate.created", "daily.data.heartrate.updated"),
        user.events("daily.%"));
    assertEquals(70, user.samples("heartrate").get(0).get("value").asDouble());
  }

  @Test
  void deletedIdsAreCountedAndNothingIsRemoved() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode counts =
        counts(
            user.timeseries(
                "heartrate", daily("health_connect", "[{\"deleted_ids\":[\"a\",\"b\"]}]")));
    assertEquals(2, counts.get("deletions_ignored").asInt());
    assertEquals(0, counts.get("received").asInt());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unit|{\"value\":1,\"unit\":\"furlong\",\"start_date\":\"2026-03-02T06:48:11Z\"}",
        "value|{\"unit\":\"bpm\",\"start_date\":\"2026-03-02T06:48:11Z\"}",
        "value|{\"value\":\"61\",\"unit\":\"bpm\",\"start_date\":\"2026-03-02T06:48:11Z\"}",
        "value|{\"value\":-1,\"unit\":\"bpm\",\"start_date\":\"2026-03-02T06:48:11Z\"}",
        "value|{\"value\":1e999,\"unit\":\"bpm\",\"start_date\":\"2026-03-02T06:48:11Z\"}",
        "start_date|{\"value\":1,\"unit\":\"bpm\"}",
        "start_date|{\"value\":1,\"unit\":\"bpm\",\"start_date\":\"yesterday\"}",
        "start_date|{\"value\":1,\"unit\":\"bpm\",\"start_date\":\"2026-03-02T06:48:11\"}",
        "end_date|{\"value\":1,\"start_date\":\"2026-03-02T06:48:11Z\",\"end_date\":\"2026-03-02T06:48:10Z\"}",
        "type|{\"value\":1,\"start_date\":\"2026-03-02T06:48:11Z\",\"type\":\"submarine\"}",
        "type|{\"value\":1,\"start_date\":\"2026-03-02T06:48:11Z\",\"type\":7}",
        "zone_offset|{\"value\":1,\"start_date\":\"2026-03-02T06:48:11Z\",\"zone_offset\":\"here\"}"
      })
  void whenNothingIsUsableTheReplySaysWhere(String field, String item) {
    SdkHarness user = SdkHarness.user(node);
    TestResponse answer =
        user.timeseries("heartrate", daily("manual", "[" + item + "]")).expect(422);
    assertEquals(
        "[\"body\",\"data\",0,\"" + field + "\"]", answer.json().at("/detail/0/loc").toString());
    assertNull(user.connection());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "provider|{\"stage\":\"daily\",\"data\":[]}",
        "provider|{\"stage\":\"daily\",\"provider\":\"oura\",\"data\":[]}",
        "stage|{\"provider\":\"manual\",\"data\":[]}",
        "stage|{\"provider\":\"manual\",\"stage\":\"weekly\",\"data\":[]}",
        "time_zone|{\"provider\":\"manual\",\"stage\":\"daily\",\"time_zone\":\"Mars\",\"data\":[]}",
        "start_date|{\"provider\":\"manual\",\"stage\":\"historical\",\"end_date\":\"2026-03-02T06:48:11Z\",\"data\":[]}",
        "end_date|{\"provider\":\"manual\",\"stage\":\"historical\",\"start_date\":\"2026-03-02T06:48:11Z\",\"end_date\":\"2026-03-01T06:48:11Z\",\"data\":[]}",
        "is_final_chunk|{\"provider\":\"manual\",\"stage\":\"daily\",\"is_final_chunk\":\"yes\",\"data\":[]}",
        "batch_id|{\"provider\":\"manual\",\"stage\":\"daily\",\"batch_id\":\"a b\",\"data\":[]}",
        "data|{\"provider\":\"manual\",\"stage\":\"daily\"}"
      })
  void aFaultyEnvelopeIsRefusedWithItsField(String field, String body) {
    TestResponse answer = SdkHarness.user(node).timeseries("heartrate", body).expect(422);
    assertEquals("[\"body\",\"" + field + "\"]", answer.json().at("/detail/0/loc").toString());
    assertEquals(1, answer.json().get("detail").size());
  }

  @ParameterizedTest
  @CsvSource({
    "glucose, contour_ble, 0.5, 422",
    "glucose, contour_ble, 33.3, 200",
    "glucose, contour_ble, 120, 422",
    "heartrate, omron_ble, 19, 422",
    "heartrate, omron_ble, 251, 422",
    "heartrate, omron_ble, 64, 200",
    "glucose, manual, 40, 200"
  })
  void readersValuesMustBePossible(String resource, String provider, double value, int status) {
    SdkHarness.user(node)
        .timeseries(
            resource, daily(provider, "[{\"value\":" + value + ",\"start_date\":\"" + AT + "\"}]"))
        .expect(status);
  }

  @Test
  void bodiesThatAreNoJsonAndUnknownPathsAreRefused() {
    SdkHarness user = SdkHarness.user(node);
    user.timeseries("heartrate", "{\"stage\":").expect(400);
    user.timeseries("heartrate", "[]").expect(422);
    user.timeseries("heartrate", "").expect(422);
    user.timeseries("heartrate", daily("manual", "[]") + "x").expect(400);
    user.timeseries("hypnogram", daily("manual", "[]")).expect(422);
    user.timeseries("sleep", daily("manual", "[]")).expect(422);
    node.post("/v2/timeseries/" + Ids.uuid() + "/heartrate", daily("manual", "[]")).expect(404);
    node.post("/v2/timeseries/nobody/heartrate", daily("manual", "[]")).expect(422);
  }
}
