package io.tributary.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.TestUser;
import io.tributary.model.Resource;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The complete set of ungrouped reads. */
class UngroupedReadsTest {
  private static final String MARCH = "?start_date=2026-03-01&end_date=2026-03-31";

  private static final List<String> TWINS =
      List.of(
          "blood_oxygen",
          "blood_pressure",
          "body_fat",
          "body_weight",
          "caffeine",
          "calories_active",
          "calories_basal",
          "cholesterol",
          "distance",
          "electrocardiogram_voltage",
          "floors_climbed",
          "glucose",
          "heartrate",
          "hrv",
          "hypnogram",
          "ige",
          "igg",
          "mindfulness_minutes",
          "respiratory_rate",
          "steps",
          "stress_level",
          "vo2_max",
          "water");

  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void twentyThreeTwinsAndFourKindsOfCholesterolAreServedAndMarkedDeprecated() {
    assertEquals(23, TWINS.size());
    TestUser p = TestUser.of(node);
    for (String path :
        java.util.stream.Stream.concat(
                TWINS.stream(),
                java.util.stream.Stream.of("hdl", "ldl", "total", "triglycerides")
                    .map(t -> "cholesterol/" + t))
            .toList()) {
      JsonNode operation =
          api.tree().get("paths").path("/v2/timeseries/{user_id}/" + path).path("get");
      assertTrue(operation.path("deprecated").asBoolean(), path);
      api.assertValid(
          node.get("/v2/timeseries/" + p.id + "/" + path + MARCH),
          200,
          operation.get("operationId").asText());
    }
  }

  @Test
  void theOthersHaveNone() {
    TestUser p = TestUser.of(node);
    int others = 0;
    for (Resource r : Resource.values()) {
      if (r.isTimeseries() && !TWINS.contains(r.path())) {
        node.get("/v2/timeseries/" + p.id + "/" + r.path() + MARCH).expect(404);
        others++;
      }
    }
    assertEquals(50 - 22, others);
  }
}
