package io.tributary.provider.withings;

import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.withings.WithingsVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class WithingsCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("withings", WithingsVendor::new, WithingsAdapter::on)
        .declinesScope(
            "user.activity",
            Resource.ACTIVITY,
            Resource.SLEEP,
            Resource.SLEEP_CYCLE,
            Resource.WORKOUTS,
            Resource.HEARTRATE,
            Resource.STEPS,
            Resource.DISTANCE,
            Resource.CALORIES_ACTIVE,
            Resource.HRV,
            Resource.RESPIRATORY_RATE)
        .pageSize(1)
        .notifiesRevisions()
        // Unsigned: a forged notification goes to another address.
        .pushes(
            Resource.ACTIVITY,
            new JsonObject().put("appli", 16),
            Map.of("wrong_signature", 404, "no_signature", 404))
        .truth(AdapterOutput::steps)
        .truth(AdapterOutput::stepSamples)
        .truth(AdapterOutput.sleep(Duration.ofSeconds(1)))
        .truth(AdapterOutput::heartAndMore)
        .truth(AdapterOutput::workouts);
  }
}
