package io.tributary.provider.fitbit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.BodySummary;
import io.tributary.model.MealSummary;
import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.fitbit.FitbitVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class FitbitCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("fitbit", FitbitVendor::new, FitbitAdapter::on)
        .appDetails(new JsonObject().put("verify_token", FitbitVendor.DEFAULT_VERIFICATION_CODE))
        .declinesScope("heartrate", Resource.HEARTRATE, Resource.HRV)
        // Most days have two exercises.
        .traits("across_midnight")
        .pageSize(1)
        .notifiesRevisions()
        .webhookEnteredBy("subscriber")
        .pushes(
            Resource.ACTIVITY,
            new JsonObject().put("collection", "activities"),
            Map.of("wrong_signature", 404, "no_signature", 404))
        .truth(AdapterOutput::steps)
        .truth(AdapterOutput::stepSamples)
        .truth(FitbitCasesTest::distance)
        // Stage totals are reported in whole minutes.
        .truth(AdapterOutput.sleep(Duration.ofSeconds(90)))
        .truth(AdapterOutput::heart)
        .truth(AdapterOutput::workouts)
        .truth(FitbitCasesTest::scaleAndDiary);
  }

  private static void distance(JsonObject truth, AdapterOutput seen) {
    assertEquals(
        truth.getInteger("metres").doubleValue(),
        seen.sum(Resource.DISTANCE),
        1.0,
        () -> "metres of " + seen.day());
  }

  private static void scaleAndDiary(JsonObject truth, AdapterOutput seen) {
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
