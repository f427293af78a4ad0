package io.tributary.provider.wahoo;

import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.wahoo.WahooVendor;
import io.vertx.core.json.JsonObject;
import java.util.Map;

public class WahooCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("wahoo", WahooVendor::new, WahooAdapter::on)
        .declinesScope(
            "workouts_read", Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE)
        // One workout a day, so that there is data to revise, page and announce.
        .traits("across_midnight")
        .revisedResource(Resource.WORKOUTS)
        .pageSize(1)
        .webhookEnteredBy("webhook")
        // Unsigned, with a token in the body.
        .pushes(
            Resource.WORKOUTS,
            new JsonObject(),
            Map.of("wrong_signature", 401, "no_signature", 401))
        .truth(AdapterOutput::workouts)
        .truth(AdapterOutput::workoutLengths);
  }
}
