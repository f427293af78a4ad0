package io.tributary.provider.fitbit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.BodySummary;
import io.tributary.model.MealSummary;
import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.fitbit.FitbitVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class FitbitCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("fitbit", FitbitVendor::new, FitbitAdapter::on)
        .appDetails(new JsonObject().put("verify_token", FitbitVendor.USUAL_WORD))
        .unticks("heartrate", Resource.HEARTRATE, Resource.HRV)
        // Two exercises on most days.
        .traits("across_midnight")
        .pagesOf(1)
        .tellsRevisions()
        .enteredBy("subscriber")
        .pushes(
            Resource.ACTIVITY,
            new JsonObject().put("collection", "activities"),
            Map.of("wrong_signature", 404, "no_signature", 404))
        .truth(Seen::steps)
        .truth(Seen::stepSamples)
        .truth(FitbitCasesTest::distance)
        // Sums of stages are told in whole minutes.
        .truth(Seen.sleep(Duration.ofSeconds(90)))
        .truth(Seen::heart)
        .truth(Seen::workouts)
        .truth(FitbitCasesTest::scaleAndDiary);
  }

  private static void distance(JsonObject truth, Seen seen) {
    assertEquals(
        truth.getInteger("metres").doubleValue(),
        seen.sum(Resource.DISTANCE),
        1.0,
        () -> "metres of " + seen.day());
  }

  private static void scaleAndDiary(JsonObject truth, Seen seen) {
    assertEquals(
        truth.getInteger("weights"),
        seen.summaries(BodySummary.class).size(),
        () -> "weights of " + seen.day());
    assertEquals(
        truth.getInteger("meals"),
        seen.summaries(MealSummary.class).size(),
        () -> "meals of " + seen.day());
    assertEquals(
        truth.getInteger("water_millilitres").doubleValue(),
        seen.sum(Resource.WATER),
        1e-6,
        () -> "water of " + seen.day());
  }
}
