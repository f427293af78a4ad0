package io.tributary.provider.wahoo;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.wahoo.WahooVendor;
import io.vertx.core.json.JsonObject;
import java.util.Map;

public class WahooCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("wahoo", WahooVendor::new, WahooAdapter::on)
        .unticks("workouts_read", Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE)
        // One workout a day, so that there is something to revise, to page and to tell of.
        .traits("across_midnight")
        .revises(Resource.WORKOUTS)
        .pagesOf(1)
        .enteredBy("webhook")
        // Unsigned, with a token in the body.
        .pushes(
            Resource.WORKOUTS,
            new JsonObject(),
            Map.of("wrong_signature", 401, "no_signature", 401))
        .truth(Seen::workouts)
        .truth(Seen::workoutLengths);
  }
}
