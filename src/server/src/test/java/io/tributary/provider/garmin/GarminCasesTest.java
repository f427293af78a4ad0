package io.tributary.provider.garmin;

import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.garmin.GarminVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class GarminCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("garmin", GarminVendor::new, GarminAdapter::on)
        .without(ProviderCase.PAGING, "the URL in a notification returns a single response")
        .declinesScope("ACTIVITY_EXPORT", Resource.WORKOUTS, Resource.WORKOUT_STREAM)
        .revocationError("deregistered_per_provider")
        .webhookEnteredBy("webhook")
        .sendsDays(
            (first, last) ->
                new JsonObject().put("first", first.toString()).put("last", last.toString()))
        .pushes(
            Resource.ACTIVITY,
            new JsonObject().put("type", "dailies").put("mode", "push"),
            Map.of("wrong_signature", 401, "no_signature", 401))
        .truth(AdapterOutput::steps)
        .truth(AdapterOutput::stepSamples)
        .truth(AdapterOutput.sleep(Duration.ofSeconds(1)))
        .truth(AdapterOutput::heartAndMore)
        .truth(AdapterOutput::workouts);
  }
}
