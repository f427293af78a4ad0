package io.tributary.sdk;

import static io.tributary.sdk.SdkHarness.daily;
import static io.tributary.sdk.SdkHarness.pushTwice;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Summaries from upload to reads and events. */
class SummaryUploadTest {
  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = SdkHarness.node("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemaValidator.assertAllValid(node) > 0);
    node.close();
  }

  @Test
  void aWeighInIsASummaryAndItsSamples() {
    SdkHarness user =
        pushTwice(
            node,
            "body",
            "manual",
            """
            {"body_mass":[{"value":71.2,"unit":"kg","start_date":"2026-03-02T23:30:00Z","type":"scale"}],
             "body_fat_percentage":[{"value":20.5,"unit":"%","start_date":"2026-03-02T23:30:00Z","type":"scale"}],
             "body_mass_index":[{"value":22,"start_date":"2026-03-02T23:30:00Z","type":"scale"}],
             "lean_body_mass":[{"value":55000,"unit":"g","start_date":"2026-03-02T23:30:00Z","type":"scale"}],
             "waist_circumference":[{"value":0.8,"unit":"m","start_date":"2026-03-02T23:30:00Z","type":"scale"}]}
            """);
    JsonNode body = user.summaries("body", "body").get(0);
    assertEquals(71.2, body.get("weight").asDouble());
    assertEquals(20.5, body.get("fat").asDouble());
    assertEquals(22, body.get("body_mass_index").asDouble());
    assertEquals(55, body.get("lean_body_mass_kilogram").asDouble());
    assertEquals(80, body.get("waist_circumference_centimeter").asDouble());
    assertEquals("2026-03-03", body.get("calendar_date").asText(), "the local day");
    assertEquals("scale", body.at("/source/type").asText());
    assertEquals(71.2, user.samples("body_weight").get(0).get("value").asDouble());
    assertEquals(20.5, user.samples("body_fat").get(0).get("value").asDouble());
    assertEquals(
        List.of("daily.data.body.created", "daily.data.fat.created", "daily.data.weight.created"),
        user.events("daily.%").stream().sorted().toList());
  }

  @Test
  void aDayOfActivityIsStoredWithItsSamples() {
    SdkHarness user =
        pushTwice(
            node,
            "activity",
            "apple_health_kit",
            """
            {"activities":[{"day_summary":{"calendar_date":"2026-03-02","active_energy_burned_sum":500.5,
              "basal_energy_burned_sum":1600,"steps_sum":9876,"floors_climbed_sum":12,
              "distance_walking_running_sum":7654.3,"low":60,"medium":30,"high":10,
              "avg_heart_rate":70,"min_heart_rate":48,"max_heart_rate":160,"resting_heart_rate":52},
              "steps":[{"value":100,"unit":"count","start_date":"2026-03-02T06:00:00Z",
                "end_date":"2026-03-02T06:05:00Z","product_type":"Watch6,1"}],
              "active_energy_burned":[{"value":5,"unit":"kcal","start_date":"2026-03-02T06:00:00Z"}]}]}
            """);
    JsonNode day = user.summaries("activity", "activity").get(0);
    assertEquals(9876, day.get("steps").asInt());
    assertEquals(2100.5, day.get("calories_total").asDouble());
    assertEquals(30, day.get("medium").asInt());
    assertEquals(52, day.at("/heart_rate/resting_bpm").asInt());
    assertEquals("Europe/Paris", day.get("time_zone").asText());
    assertEquals(3600, day.get("timezone_offset").asInt());
    assertEquals(100, user.samples("steps").get(0).get("value").asInt());
    assertEquals(
        List.of(
            "daily.data.activity.created",
            "daily.data.calories_active.created",
            "daily.data.steps.created"),
        user.events("daily.%").stream().sorted().toList());
  }

  @Test
  void aWorkoutIsStored() {
    SdkHarness user =
        pushTwice(
            node,
            "workouts",
            "health_connect",
            """
            {"workouts":[{"id":"W1","start_date":"2026-03-02T06:00:00Z","end_date":"2026-03-02T07:00:00Z",
              "moving_time":3000,"sport":"running","calories":600,"distance":9000,"ascent_elevation":80,
              "heart_rate_mean":140,"heart_rate_maximum":171,"heart_rate_zone_1":60,"heart_rate_zone_3":1200,
              "product_type":"watch","source_bundle":"com.example"},
             {"id":"W2","start_date":"2026-03-02T09:00:00Z","end_date":"2026-03-02T09:30:00Z",
              "sport":"quidditch"}]}
            """);
    JsonNode all = user.summaries("workouts", "workouts");
    // Summaries of one day are ordered by ID.
    int first = all.get(0).get("provider_id").asText().equals("W1") ? 0 : 1;
    JsonNode run = all.get(first);
    assertEquals("W1", run.get("provider_id").asText());
    assertEquals("running", run.at("/sport/slug").asText());
    assertEquals("[60,0,1200,0,0,0]", run.get("hr_zones").toString());
    assertEquals(3.0, run.get("average_speed").asDouble());
    assertEquals(80, run.get("total_elevation_gain").asInt());
    assertEquals("other", all.get(1 - first).at("/sport/slug").asText());
    assertTrue(all.get(1 - first).get("hr_zones").isNull());
    assertEquals(2, user.events("daily.data.workouts.created").size());
  }

  @Test
  void aProfileIsStored() {
    SdkHarness user =
        pushTwice(
            node,
            "profile",
            "apple_health_kit",
            """
            {"biological_sex":"female","date_of_birth":"1990-05-17","height":171.6,"wheelchair_use":false}
            """);
    JsonNode p = node.get("/v2/summary/profile/" + user.id).expect(200).json();
    assertEquals(172, p.get("height").asInt());
    assertEquals("1990-05-17", p.get("birth_date").asText());
    assertEquals("female", p.get("sex").asText());
    assertTrue(p.get("wheelchair_use").isNull());
    assertEquals(List.of("daily.data.profile.created"), user.events("daily.%"));
  }

  @Test
  void aMealIsStored() {
    SdkHarness user =
        pushTwice(
            node,
            "meal",
            "manual",
            """
            {"meals":[{"id":"M1","timestamp":"2026-03-02T12:00:00Z","name":"lunch",
              "energy":{"unit":"kJ","value":2092},"macros":{"carbs":50,"fats":{"total":10}},
              "micros":{"minerals":{"iron":2.5}},
              "data":{"apple":{"energy":{"unit":"kcal","value":95}}}}]}
            """);
    JsonNode meal = user.summaries("meal", "meals").get(0);
    assertEquals("lunch", meal.get("name").asText());
    assertEquals(500, meal.at("/energy/value").asDouble(), 1e-9);
    assertEquals(50, meal.at("/macros/carbs").asDouble());
    assertEquals(2.5, meal.at("/micros/minerals/iron").asDouble());
    assertEquals(95, meal.at("/data/apple/energy/value").asDouble());
    assertEquals(List.of("daily.data.meal.created"), user.events("daily.%"));
  }

  @Test
  void aMenstrualCycleIsStored() {
    SdkHarness user =
        pushTwice(
            node,
            "menstrual_cycle",
            "apple_health_kit",
            """
            {"menstrual_cycle":[{"period_start":"2026-03-01","period_end":"2026-03-05","is_predicted":false,
              "menstrual_flow":[{"date":"2026-03-01","flow":"light"}],
              "basal_body_temperature":[{"date":"2026-03-02","value":36.5}]}]}
            """);
    JsonNode cycle = user.summaries("menstrual_cycle", "menstrual_cycle").get(0);
    assertEquals("2026-03-05", cycle.get("period_end").asText());
    assertEquals("light", cycle.at("/menstrual_flow/0/flow").asText());
    assertEquals(List.of("daily.data.menstrual_cycle.created"), user.events("daily.%"));
  }

  @Test
  void anElectrocardiogramBringsItsVoltages() {
    SdkHarness user =
        pushTwice(
            node,
            "electrocardiogram",
            "apple_health_kit",
            """
            {"electrocardiogram":[{"electrocardiogram":{"id":"E1","session_start":"2026-03-02T06:00:00Z",
                "session_end":"2026-03-02T06:00:30Z","voltage_sample_count":3,"heart_rate_mean":61.2,
                "sampling_frequency_hz":512,"classification":"sinus_rhythm","product_type":"Watch6,1"},
              "voltage_data":{"session_start_offset_millisecond":[0,1.953125,3.90625],
                "lead_1":[0.1,-0.2,0.3]}}]}
            """);
    JsonNode ecg = user.summaries("electrocardiogram", "electrocardiogram").get(0);
    assertEquals("sinus_rhythm", ecg.get("classification").asText());
    assertEquals(3, ecg.get("voltage_sample_count").asInt());
    JsonNode voltage = user.samples("electrocardiogram_voltage");
    assertEquals(3, voltage.size());
    assertEquals("lead_1", voltage.get(1).get("type").asText());
    assertEquals(-0.2, voltage.get(1).get("value").asDouble());
    assertEquals("2026-03-02T06:00:00.001953+00:00", voltage.get(1).get("timestamp").asText());
    assertEquals(
        List.of(
            "daily.data.electrocardiogram.created", "daily.data.electrocardiogram_voltage.created"),
        user.events("daily.%"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "profile|biological_sex|{\"biological_sex\":\"x\"}",
        "profile|height|{\"height\":\"tall\"}",
        "activity|day_summary|{\"day_summary\":7}",
        "workouts|start_date|{\"end_date\":\"2026-03-02T12:00:00Z\"}",
        "workouts|type|{\"start_date\":\"2026-03-02T12:00:00Z\",\"end_date\":\"2026-03-02T12:00:00Z\",\"type\":\"x\"}",
        "meal|name|{\"timestamp\":\"2026-03-02T12:00:00Z\"}",
        "menstrual_cycle|period_start|{}",
        "electrocardiogram|session_start|{}",
        "sleep|end_date|{\"start_date\":\"2026-03-02T12:00:00Z\",\"end_date\":\"noon\"}"
      })
  void badSummariesAreRefusedWithTheirField(String resource, String field, String data) {
    TestResponse a = SdkHarness.user(node).summary(resource, daily("manual", data)).expect(422);
    assertEquals("[\"body\",\"data\",\"" + field + "\"]", a.json().at("/detail/0/loc").toString());
  }

  @Test
  void repliesAreAsDocumented() {
    SdkHarness user = SdkHarness.user(node);
    String one = "[{\"value\":61,\"start_date\":\"2026-03-02T06:48:11Z\"},{\"value\":\"x\"}]";
    api.assertValid(user.timeseries("heartrate", daily("manual", one)), 200, "pushTimeseries");
    api.assertValid(user.timeseries("heartrate", "{}"), 422, "pushTimeseries");
    api.assertValid(user.timeseries("heartrate", "{"), 400, "pushTimeseries");
    api.assertValid(user.summary("body", daily("manual", "{}")), 200, "pushBody");
    String connect = "{\"user_id\":\"" + user.id + "\"}";
    api.assertValid(node.post("/v2/link/provider/manual/omron_ble", connect), 200, "connectClient");
    api.assertValid(node.post("/v2/link/provider/manual/omron_ble", connect), 409, "connectClient");
    String base = "/v2/user/" + user.id;
    api.assertValid(node.post(base + "/sdk_sync_state/manual", "{}"), 200, "syncState");
    api.assertValid(node.post(base + "/sdk_sync_progress/manual", "{}"), 200, "syncProgress");
    api.assertValid(
        node.post(
            base + "/sdk_start_historical_stage/manual",
            "{\"range_start\":\"2026-01-01T00:00:00Z\",\"range_end\":\"2026-01-02T00:00:00Z\","
                + "\"backfill_type\":\"sleep\"}"),
        200,
        "startHistoricalStage");
    String token =
        node.post(base + "/sign_in_token", null).expect(200).json().get("sign_in_token").asText();
    TestResponse tokens =
        api.assertValid(
            node.send(
                "POST",
                "/v2/user/sign_in",
                "{\"sign_in_token\":\"" + token + "\"}",
                java.util.Map.of()),
            200,
            "signIn");
    api.assertValid(
        node.send(
            "POST",
            "/v2/user/sign_in/refresh",
            "{\"refresh_token\":\"" + tokens.json().get("refresh_token").asText() + "\"}",
            java.util.Map.of()),
        200,
        "refreshSignIn");
    api.assertValid(node.post(base + "/deauthorise", null), 200, "deauthorise");
  }
}
