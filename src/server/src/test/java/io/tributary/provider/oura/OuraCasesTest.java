package io.tributary.provider.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.oura.OuraSimulator;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;

public class OuraCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("oura", OuraSimulator::vendor, OuraAdapter::on)
        .unticks("workout", Resource.WORKOUTS)
        .truth(OuraCasesTest::steps)
        .truth(Seen.sleep(Duration.ofMinutes(5)))
        .truth(Seen::heartAndMore)
        .truth(Seen::workouts)
        .tellsRevisions()
        .pushes(
            Resource.SLEEP,
            new JsonObject()
                .put("data_type", "sleep")
                .put("event_type", "update")
                .put("object_id", "none"),
            Map.of("wrong_signature", 401, "no_signature", 401, "stale", 401));
  }

  /** The ring's day begins at four: who is up after midnight walks for the evening before. */
  private static void steps(JsonObject truth, Seen seen) {
    List<ActivitySummary> days = seen.summaries(ActivitySummary.class);
    assertEquals(1, days.size(), () -> "activities of " + seen.day());
    assertEquals(
        truth.getInteger("steps_from_four"), days.getFirst().steps(), () -> "of " + seen.day());
  }
}
