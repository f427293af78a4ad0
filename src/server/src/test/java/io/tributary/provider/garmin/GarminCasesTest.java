package io.tributary.provider.garmin;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.garmin.GarminVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class GarminCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("garmin", GarminVendor::new, GarminAdapter::on)
        .without(Case.PAGING, "the URL in a notification returns a single response")
        .unticks("ACTIVITY_EXPORT", Resource.WORKOUTS, Resource.WORKOUT_STREAM)
        .revokedIs("deregistered_per_provider")
        .enteredBy("webhook")
        .tellsDays(
            (first, last) ->
                new JsonObject().put("first", first.toString()).put("last", last.toString()))
        .pushes(
            Resource.ACTIVITY,
            new JsonObject().put("type", "dailies").put("mode", "push"),
            Map.of("wrong_signature", 401, "no_signature", 401))
        .truth(Seen::steps)
        .truth(Seen::stepSamples)
        .truth(Seen.sleep(Duration.ofSeconds(1)))
        .truth(Seen::heartAndMore)
        .truth(Seen::workouts);
  }
}
