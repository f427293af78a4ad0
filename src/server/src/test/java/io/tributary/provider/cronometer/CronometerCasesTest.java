package io.tributary.provider.cronometer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.MealSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.cronometer.CronometerVendor;
import io.vertx.core.json.JsonObject;
import java.util.List;

public class CronometerCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("cronometer", CronometerVendor::new, CronometerAdapter::on)
        .tellsNobody()
        .revokedIs("deregistered_per_provider")
        .revises(Resource.CAFFEINE)
        .without(Case.PARTIAL_GRANT, "there are no scopes")
        .without(Case.REFRESH_ROTATION, "access tokens do not expire; there are no refresh tokens")
        .without(Case.PUSH, "the vendor's notification format is not public")
        .without(Case.PAGING, "a day is a single response")
        .truth(CronometerCasesTest::meals)
        .truth(CronometerCasesTest::water);
  }

  /** All at the day's midnight: the diary has no clocks. */
  private static void meals(JsonObject truth, Seen seen) {
    List<MealSummary> meals = seen.summaries(MealSummary.class);
    assertEquals(truth.getInteger("meals"), meals.size(), () -> "meals of " + seen.day());
    meals.forEach(
        m ->
            assertEquals(
                seen.day().atStartOfDay(seen.zone()).toInstant(), m.timestamp(), m.name()));
  }

  /** Once, from midnight to midnight, however long that is. */
  private static void water(JsonObject truth, Seen seen) {
    List<Sample> water = seen.samples(Resource.WATER);
    assertEquals(1, water.size(), () -> "water of " + seen.day());
    Sample day = water.getFirst();
    assertEquals(truth.getInteger("water_millilitres").doubleValue(), day.value());
    assertEquals(seen.day().atStartOfDay(seen.zone()).toInstant(), day.at());
    assertEquals(seen.day().plusDays(1).atStartOfDay(seen.zone()).toInstant(), day.end());
    assertEquals(seen.zone().getRules().getOffset(day.at()).getTotalSeconds(), day.offsetSeconds());
  }
}
