package io.tributary.provider.strava;

import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.strava.StravaVendor;
import io.vertx.core.json.JsonObject;
import java.util.Map;

public class StravaCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("strava", StravaVendor::new, StravaAdapter::on)
        .declinesScope("activity:read_all", Resource.WORKOUT_STREAM, Resource.HEARTRATE)
        // One activity a day, so that there is data to revise, page and announce.
        .traits("across_midnight")
        .revisedResource(Resource.WORKOUTS)
        .pageSize(1)
        // Unsigned: a forged notification goes to another address.
        .pushes(
            Resource.WORKOUTS,
            new JsonObject().put("aspect_type", "update"),
            Map.of("wrong_signature", 404, "no_signature", 404))
        .truth(AdapterOutput::workouts)
        .truth(AdapterOutput::workoutLengths);
  }
}
