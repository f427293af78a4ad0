package io.tributary.provider.withings;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.withings.WithingsVendor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class WithingsCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("withings", WithingsVendor::new, WithingsAdapter::on)
        .unticks(
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
        .pagesOf(1)
        .tellsRevisions()
        // Unsigned: what is forged goes to another address.
        .pushes(
            Resource.ACTIVITY,
            new JsonObject().put("appli", 16),
            Map.of("wrong_signature", 404, "no_signature", 404))
        .truth(Seen::steps)
        .truth(Seen::stepSamples)
        .truth(Seen.sleep(Duration.ofSeconds(1)))
        .truth(Seen::heartAndMore)
        .truth(Seen::workouts);
  }
}
