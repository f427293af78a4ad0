package io.tributary.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.TestUser;
import io.tributary.model.ActivitySummary;
import io.tributary.model.BodySummary;
import io.tributary.model.ElectrocardiogramSummary;
import io.tributary.model.MealSummary;
import io.tributary.model.MenstrualCycleSummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Nutrition;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Sports;
import io.tributary.model.WorkoutSummary;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Validates the response of every summary and timeseries read against the OpenAPI document. */
class DocumentedReadsTest {
  private static final Source WATCH = Source.of("fitbit", SourceType.WATCH);
  private static final LocalDate DAY = LocalDate.parse("2026-03-01");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final String MARCH = "?start_date=2026-03-01&end_date=2026-03-31";

  private static TestNode node;
  private static OpenApiDocument api;
  private static TestUser person;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = OpenApiDocument.of(node);
    person = TestUser.of(node);
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    summaries(b);
    for (Resource r : Resource.values()) {
      if (r.isTimeseries()) {
        b.add(new Sample(r, WATCH, NOON, NOON.plusSeconds(60), 3600, 1, extras(r)));
        b.add(new Sample(r, WATCH, NOON.plusSeconds(60), null, null, 1, extras(r)));
      }
    }
    person.store(b.build());
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void summaries(NormalizedBatch.Builder b) {
    b.add(
        ActivitySummary.on(DAY)
            .steps(10)
            .heartRate(new ActivitySummary.HeartRate(70.0, 50.0, 150.0, 55.0, null))
            .wheelchairUse(true)
            .build(),
        WATCH);
    b.add(BodySummary.at(DAY, NOON).weight(70.5).build(), WATCH);
    b.add(
        MealSummary.of(NOON, DAY, "lunch")
            .energy(Nutrition.Energy.kilocalories(512))
            .macros(new Nutrition.Macros(1.0, 2.0, null, null, null, null, null, null))
            .micros(new Nutrition.Micros(Map.of("iron", 1.0), null, null))
            .data(Map.of("soup", new Nutrition.Food(Nutrition.Energy.kilocalories(99), null, null)))
            .build(),
        WATCH);
    b.add(
        SleepSummary.of(DAY, NOON.minusSeconds(30_000), NOON, SleepType.LONG_SLEEP)
            .score(80)
            .state(SleepSummary.State.CONFIRMED)
            .build(),
        WATCH);
    b.add(
        SleepCycleSummary.of("2026-03-01T03:40:00+00:00", NOON.minusSeconds(30_000), NOON)
            .stage(SleepStage.DEEP, 0, 60)
            .build(),
        WATCH);
    b.add(
        WorkoutSummary.of("w1", DAY, NOON, NOON.plusSeconds(60))
            .sport(Sports.OTHER)
            .hrZones(List.of(1, 2, 3, 4, 5, 6))
            .map(new WorkoutSummary.RouteMap("a", null))
            .build(),
        WATCH);
    b.add(
        MenstrualCycleSummary.from(DAY)
            .menstrualFlow(List.of(new MenstrualCycleSummary.Flow(DAY, "light")))
            .ovulationTest(List.of(new MenstrualCycleSummary.TestResult(DAY, "negative")))
            .sexualActivity(List.of(new MenstrualCycleSummary.SexualActivity(DAY, null)))
            .basalBodyTemperature(List.of(new MenstrualCycleSummary.Temperature(DAY, 36.5)))
            .build(),
        WATCH);
    b.add(
        ElectrocardiogramSummary.of(NOON, NOON.plusSeconds(30), 15000)
            .classification(ElectrocardiogramSummary.Classification.SINUS_RHYTHM)
            .build(),
        WATCH);
    b.add(ProfileSummary.profile().height(180).build(), WATCH);
  }

  private static SampleExtras extras(Resource r) {
    return switch (r) {
      case BLOOD_PRESSURE -> SampleExtras.diastolic(80);
      case NOTE -> SampleExtras.note("ate late", List.of("food"));
      case BODY_TEMPERATURE, BODY_TEMPERATURE_DELTA -> SampleExtras.sensorLocation("finger");
      case WORKOUT_DURATION -> SampleExtras.intensity("low");
      case INSULIN_INJECTION -> SampleExtras.insulin("rapid_acting", "bolus", null, "meal");
      case CHOLESTEROL -> SampleExtras.type("cholesterol/ldl");
      case HEART_RATE_ALERT -> SampleExtras.type("high_heart_rate");
      case STAND_HOUR -> SampleExtras.type("stood");
      case IGE, IGG -> SampleExtras.type("dairy");
      case ELECTROCARDIOGRAM_VOLTAGE -> SampleExtras.type("lead_1");
      // Intentionally not exhaustive: the other types have no such values.
      default -> null;
    };
  }

  /** Returns the operation of a path prefix. */
  private static String operation(String path) {
    JsonNode o = api.tree().get("paths").path(path).path("get");
    return o.path("operationId").asText(path + " is not documented");
  }

  @Test
  void everySummaryIsAsDocumented() {
    for (Resource r : Resource.values()) {
      if (r.isSummary()) {
        String path = "/v2/summary/" + r.path() + "/";
        JsonNode read =
            api.assertValid(
                    node.get(path + person.id + (r == Resource.PROFILE ? "" : MARCH)),
                    200,
                    operation(path + "{user_id}"))
                .json();
        assertEquals(1, r == Resource.PROFILE ? 1 : read.elements().next().size(), r.wire());
      }
    }
  }

  @Test
  void everyTimeseriesIsAsDocumented() {
    List<String> paths = new ArrayList<>();
    for (Resource r : Resource.values()) {
      if (r.isTimeseries()) {
        String tail = "/" + r.path() + "/grouped";
        String id = operation("/v2/timeseries/{user_id}" + tail);
        JsonNode read =
            api.assertValid(node.get("/v2/timeseries/" + person.id + tail + MARCH), 200, id).json();
        assertEquals(2, read.at("/groups/fitbit/0/data").size(), r.wire());
        paths.add(r.path());
      }
    }
    assertEquals(50, paths.size());
  }

  @Test
  void everyDocumentedTimeseriesIsServed() {
    List<String> documented = new ArrayList<>();
    api.tree()
        .get("paths")
        .properties()
        .forEach(
            path -> {
              if (path.getKey().startsWith("/v2/timeseries/{user_id}/")
                  && path.getValue().has("get")) {
                documented.add(path.getKey());
              }
            });
    for (String path : documented) {
      api.assertValid(
          node.get(path.replace("{user_id}", person.id.toString()) + MARCH), 200, operation(path));
    }
  }

  @Test
  void refusedReadsAreAsDocumented() {
    String hrv = operation("/v2/timeseries/{user_id}/hrv/grouped");
    api.assertValid(node.get("/v2/timeseries/" + person.id + "/hrv/grouped"), 422, hrv);
    api.assertValid(
        node.get("/v2/timeseries/" + person.id + "/hrv/grouped" + MARCH + "&next_cursor=x"),
        400,
        hrv);
  }
}
