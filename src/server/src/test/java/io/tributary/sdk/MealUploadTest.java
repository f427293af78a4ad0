package io.tributary.sdk;

import static io.tributary.sdk.SdkHarness.counts;
import static io.tributary.sdk.SdkHarness.daily;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that nutrients listed one by one are combined into meals. */
class MealUploadTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = SdkHarness.node("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static final String LISTS =
      """
      {"meals":[
        {"source_bundle":"com.example.food","type":"app",
         "energy":[{"value":2092,"unit":"kJ","start_date":"2026-03-02T12:00:00Z"},
                   {"value":300,"unit":"kcal","start_date":"2026-03-02T23:30:00Z"}],
         "carbs":[{"value":50,"unit":"g","start_date":"2026-03-02T12:00:00Z"},
                  {"value":7500,"unit":"mg","start_date":"2026-03-02T12:00:00Z"}],
         "dietary_fat_total":[{"value":10,"unit":"g","start_date":"2026-03-02T12:00:00Z"}],
         "dietary_cholesterol":[{"value":30,"unit":"mg","start_date":"2026-03-02T12:00:00Z"}],
         "sodium":[{"value":0.4,"unit":"g","start_date":"2026-03-02T12:00:00Z"}],
         "copper":[{"value":900,"unit":"ug","start_date":"2026-03-02T12:00:00Z"}],
         "vitamin_d":[{"value":5,"start_date":"2026-03-02T12:00:00Z"}]},
        {"source_bundle":"com.example.other","type":"phone","name":"snack",
         "energy":[{"value":90,"unit":"Cal","start_date":"2026-03-02T12:00:00Z"}]},
        {"id":"M1","timestamp":"2026-03-02T18:00:00Z","name":"dinner","energy":600}]}
      """;

  @Test
  void eachInstantOfEachSourceIsAMeal() {
    SdkHarness user = SdkHarness.user(node);
    JsonNode counts = counts(user.summary("meal", daily("apple_health_kit", LISTS)));
    assertEquals(4, counts.get("created").asInt());
    assertEquals(0, counts.get("rejected").asInt());
    JsonNode lunch = null;
    JsonNode late = null;
    JsonNode snack = null;
    for (JsonNode meal : user.summaries("meal", "meals")) {
      switch (meal.get("name").asText() + meal.get("timestamp").asText().substring(11, 13)) {
        case "com.example.food12" -> lunch = meal;
        case "com.example.food23" -> late = meal;
        case "snack12" -> snack = meal;
        default -> assertEquals("dinner", meal.get("name").asText());
      }
    }
    assertEquals("kcal", lunch.at("/energy/unit").asText());
    assertEquals(500, lunch.at("/energy/value").asDouble(), 1e-9);
    assertEquals(57.5, lunch.at("/macros/carbs").asDouble(), 1e-9);
    assertEquals(10, lunch.at("/macros/fats/total").asDouble());
    assertEquals(0.03, lunch.at("/macros/cholesterol").asDouble(), 1e-9);
    assertEquals(400, lunch.at("/micros/minerals/sodium").asDouble(), 1e-9);
    assertEquals(0.9, lunch.at("/micros/trace_elements/copper").asDouble(), 1e-9);
    assertEquals(5, lunch.at("/micros/vitamins/vitamin_d").asDouble());
    assertTrue(lunch.at("/macros/protein").isNull());
    assertEquals("app", lunch.at("/source/type").asText());
    assertEquals("com.example.food", lunch.at("/source/app_id").asText());
    assertEquals("2026-03-03", late.get("calendar_date").asText(), "the local day");
    assertTrue(late.get("macros").isNull());
    assertEquals(90, snack.at("/energy/value").asDouble());
    assertEquals("phone", snack.at("/source/type").asText());
    int events = user.events().size();
    assertEquals(
        4, counts(user.summary("meal", daily("apple_health_kit", LISTS))).get("unchanged").asInt());
    assertEquals(events, user.events().size());
    // The next meal of the day leaves the others unchanged.
    counts(
        user.summary(
            "meal",
            daily(
                "apple_health_kit",
                "[{\"source_bundle\":\"com.example.food\",\"type\":\"app\",\"protein\":[{\"value\":3,\"start_date\":\"2026-03-02T15:00:00Z\"}]}]")));
    assertEquals(5, user.summaries("meal", "meals").size());
  }

  @Test
  void aBadReadingIsNamedAndTheOthersMakeTheMeal() {
    SdkHarness user = SdkHarness.user(node);
    TestResponse a =
        user.summary(
            "meal",
            daily(
                "manual",
                """
                {"meals":[{"energy":[{"value":100,"unit":"kcal","start_date":"2026-03-02T12:00:00Z"},
                    {"value":100,"unit":"bpm","start_date":"2026-03-02T12:00:00Z"}],
                  "iron":[{"value":-1,"start_date":"2026-03-02T12:00:00Z"},{"value":1},7]}]}
                """));
    assertEquals(6, counts(a).get("received").asInt(), "the source and its readings");
    assertEquals(4, counts(a).get("rejected").asInt());
    assertEquals(
        List.of(
            "[\"body\",\"data\",\"meals\",0,\"energy\",1,\"unit\"]",
            "[\"body\",\"data\",\"meals\",0,\"iron\",0,\"value\"]",
            "[\"body\",\"data\",\"meals\",0,\"iron\",1,\"start_date\"]",
            "[\"body\",\"data\",\"meals\",0,\"iron\",2]"),
        a.json().get("rejected").findValues("loc").stream().map(JsonNode::toString).toList());
    JsonNode meal = user.summaries("meal", "meals").get(0);
    assertEquals(100, meal.at("/energy/value").asDouble());
    assertTrue(meal.get("micros").isNull());
    user.summary(
            "meal",
            daily(
                "manual", "{\"meals\":[{\"energy\":[{\"start_date\":\"2026-03-02T12:00:00Z\"}]}]}"))
        .expect(422);
  }
}
