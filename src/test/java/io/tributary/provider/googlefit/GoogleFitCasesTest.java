package io.tributary.provider.googlefit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulator.googlefit.GoogleFitVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

public class GoogleFitCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("google_fit", GoogleFitVendor::new, GoogleFitAdapter::on)
        .without(ProviderCases.Case.REFRESH_ROTATION, "a refresh token does not rotate")
        .without(ProviderCases.Case.PUSH, "the vendor sends no notices")
        .unticks(FitScopes.NUTRITION, Resource.WATER)
        .pagesOf(50)
        .truth(Seen::steps)
        .truth(Seen::stepSamples)
        .truth(Seen.sleep(Duration.ofSeconds(1)))
        .truth(Seen::heart)
        .truth(Seen::workouts)
        .truth(Seen::glucose)
        .truth(GoogleFitCasesTest::sums);
  }

  /** What is told of a day by its sum and by its parts is the same. */
  private static void sums(JsonObject truth, Seen seen) {
    ActivitySummary day = seen.summaries(ActivitySummary.class).getFirst();
    assertEquals(truth.getInteger("metres"), day.distance(), 1.0, () -> "metres " + seen.day());
    assertEquals(day.distance(), seen.sum(Resource.DISTANCE), 0.001);
    assertEquals(
        truth.getInteger("active_calories"),
        day.caloriesActive(),
        0.51,
        () -> "calories " + seen.day());
    assertEquals(day.caloriesActive(), seen.sum(Resource.CALORIES_ACTIVE), 0.01);
    assertEquals(
        truth.getInteger("water_millilitres").doubleValue(), seen.sum(Resource.WATER), 0.001);
    assertEquals(truth.getInteger("weights"), seen.samples(Resource.WEIGHT).size());
  }
}
