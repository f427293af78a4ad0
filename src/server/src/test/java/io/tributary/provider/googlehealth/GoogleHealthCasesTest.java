package io.tributary.provider.googlehealth;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.googlehealth.GoogleHealthVendor;
import io.tributary.simulators.googlehealth.ServiceAccount;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class GoogleHealthCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("google_health", GoogleHealthVendor::new, GoogleHealthAdapter::on)
        .without(ProviderCases.Case.REFRESH_ROTATION, "refresh tokens are not rotated")
        .unticks(GoogleHealthScopes.NUTRITION, Resource.WATER)
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
        .truth(Seen.sums(0.001));
  }
}
