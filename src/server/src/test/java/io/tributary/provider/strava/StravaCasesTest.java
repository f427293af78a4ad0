package io.tributary.provider.strava;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.strava.StravaVendor;
import io.vertx.core.json.JsonObject;
import java.util.Map;

public class StravaCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("strava", StravaVendor::new, StravaAdapter::on)
        .unticks("activity:read_all", Resource.WORKOUT_STREAM, Resource.HEARTRATE)
        // One activity a day, so that there is something to revise, to page and to tell of.
        .traits("across_midnight")
        .revises(Resource.WORKOUTS)
        .pagesOf(1)
        // Unsigned: what is forged goes to another address.
        .pushes(
            Resource.WORKOUTS,
            new JsonObject().put("aspect_type", "update"),
            Map.of("wrong_signature", 404, "no_signature", 404))
        .truth(Seen::workouts)
        .truth(Seen::workoutLengths);
  }
}
