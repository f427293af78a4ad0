package io.tributary.provider.cronometer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.MealSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.cronometer.CronometerVendor;
import io.vertx.core.json.JsonObject;
import java.util.List;

public class CronometerCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("cronometer", CronometerVendor::new, CronometerAdapter::on)
        .withoutUserIdentity()
        .revocationError("deregistered_per_provider")
        .revisedResource(Resource.CAFFEINE)
        .without(ProviderCase.PARTIAL_GRANT, "there are no scopes")
        .without(
            ProviderCase.REFRESH_ROTATION,
            "access tokens do not expire; the provider issues no refresh tokens")
        .without(ProviderCase.PUSH, "the vendor's notification format is not public")
        .without(ProviderCase.PAGING, "a day is a single response")
        .truth(CronometerCasesTest::meals)
        .truth(CronometerCasesTest::water);
  }

  /** Meals have the timestamp of midnight, because the food diary has no times. */
  private static void meals(JsonObject truth, AdapterOutput seen) {
    List<MealSummary> meals = seen.summaries(MealSummary.class);
    assertEquals(truth.getInteger("meals"), meals.size(), () -> "meals of " + seen.day());
    meals.forEach(
        m ->
            assertEquals(
                seen.day().atStartOfDay(seen.zone()).toInstant(), m.timestamp(), m.name()));
  }

  /** One water record from midnight to midnight, whatever the length of the day. */
  private static void water(JsonObject truth, AdapterOutput seen) {
    List<Sample> water = seen.samples(Resource.WATER);
    assertEquals(1, water.size(), () -> "water of " + seen.day());
    Sample day = water.getFirst();
    assertEquals(truth.getInteger("water_millilitres").doubleValue(), day.value());
    assertEquals(seen.day().atStartOfDay(seen.zone()).toInstant(), day.at());
    assertEquals(seen.day().plusDays(1).atStartOfDay(seen.zone()).toInstant(), day.end());
    assertEquals(seen.zone().getRules().getOffset(day.at()).getTotalSeconds(), day.offsetSeconds());
  }
}
