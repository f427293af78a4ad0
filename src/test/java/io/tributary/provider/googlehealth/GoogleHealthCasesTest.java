package io.tributary.provider.googlehealth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulator.googlehealth.GoogleHealthVendor;
import io.tributary.simulator.googlehealth.ServiceAccount;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class GoogleHealthCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("google_health", GoogleHealthVendor::new, GoogleHealthAdapter::on)
        .without(ProviderCases.Case.REFRESH_ROTATION, "a refresh token does not rotate")
        .unticks(GoogleScopes.NUTRITION, Resource.WATER)
        .pagesOf(50)
        .tellsRevisions()
        .appDetails(ServiceAccount.details())
        .pushes(
            Resource.SLEEP,
            new JsonObject().put("data_type", "sleep"),
            Map.of("wrong_signature", 401, "no_signature", 401))
        .truth(Seen::steps)
        .truth(Seen::stepSamples)
        .truth(Seen.sleep(Duration.ofSeconds(1)))
        .truth(Seen::heart)
        .truth(Seen::workouts)
        .truth(Seen::glucose)
        .truth(GoogleHealthCasesTest::sums);
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
    assertEquals(day.caloriesActive(), seen.sum(Resource.CALORIES_ACTIVE), 0.001);
    assertEquals(
        truth.getInteger("water_millilitres").doubleValue(), seen.sum(Resource.WATER), 0.001);
    assertEquals(truth.getInteger("weights"), seen.samples(Resource.WEIGHT).size());
  }
}
