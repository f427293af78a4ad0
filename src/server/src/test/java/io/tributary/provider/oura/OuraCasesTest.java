package io.tributary.provider.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.oura.OuraSimulator;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;

public class OuraCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("oura", OuraSimulator::vendor, OuraAdapter::on)
        .declinesScope("workout", Resource.WORKOUTS)
        .truth(OuraCasesTest::steps)
        .truth(AdapterOutput.sleep(Duration.ofMinutes(5)))
        .truth(AdapterOutput::heartAndMore)
        .truth(AdapterOutput::workouts)
        .notifiesRevisions()
        .pushes(
            Resource.SLEEP,
            new JsonObject()
                .put("data_type", "sleep")
                .put("event_type", "update")
                .put("object_id", "none"),
            Map.of("wrong_signature", 401, "no_signature", 401, "stale", 401));
  }

  /** The ring's day begins at 04:00, so steps after midnight belong to the evening before. */
  private static void steps(JsonObject truth, AdapterOutput seen) {
    List<ActivitySummary> days = seen.summaries(ActivitySummary.class);
    assertEquals(1, days.size(), () -> "activities of " + seen.day());
    assertEquals(
        truth.getInteger("steps_from_four"), days.getFirst().steps(), () -> "of " + seen.day());
  }
}
