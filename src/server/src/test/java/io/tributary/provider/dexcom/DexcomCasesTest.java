package io.tributary.provider.dexcom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.dexcom.DexcomVendor;
import io.vertx.core.json.JsonObject;
import java.util.List;

public class DexcomCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("dexcom_v3", DexcomVendor::new, DexcomAdapter::on)
        .appDetails(new JsonObject().put("region", "eu"))
        .revisedResource(Resource.GLUCOSE)
        .truth(DexcomCasesTest::glucose)
        .truth(DexcomCasesTest::diary)
        .without(ProviderCase.PARTIAL_GRANT, "consent covers all data or none")
        .without(ProviderCase.PUSH, "the vendor sends no notifications")
        .without(ProviderCase.PAGING, "a range of 30 days is a single response");
  }

  /** Compares the sensor readings; blood glucose calibrations are not sensor readings. */
  private static void glucose(JsonObject truth, AdapterOutput seen) {
    List<Sample> sensor =
        seen.samples(Resource.GLUCOSE).stream()
            .filter(s -> s.source().type() == SourceType.AUTOMATIC)
            .toList();
    assertEquals(truth.getInteger("glucose_points"), sensor.size(), () -> "on " + seen.day());
    assertEquals(
        truth.getDouble("mean_glucose"),
        sensor.stream().mapToDouble(Sample::value).average().orElse(0),
        0.02,
        () -> "on " + seen.day());
    sensor.forEach(
        s ->
            assertEquals(
                seen.zone().getRules().getOffset(s.at()).getTotalSeconds(),
                s.offsetSeconds(),
                () -> "at " + s.at()));
  }

  private static void diary(JsonObject truth, AdapterOutput seen) {
    assertEquals(
        truth.getInteger("meals"),
        seen.samples(Resource.CARBOHYDRATES).size(),
        () -> "meals of " + seen.day());
    assertEquals(
        truth.getInteger("workouts"),
        seen.samples(Resource.WORKOUT_DURATION).size(),
        () -> "exercise of " + seen.day());
    assertEquals(
        truth.getInteger("workout_seconds") / 60,
        seen.sum(Resource.WORKOUT_DURATION),
        1.0,
        () -> "minutes of " + seen.day());
  }
}
