package io.tributary.provider.googlehealth;

import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.googlehealth.GoogleHealthVendor;
import io.tributary.simulators.googlehealth.ServiceAccount;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

public class GoogleHealthCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("google_health", GoogleHealthVendor::new, GoogleHealthAdapter::on)
        .without(ProviderTestSuite.ProviderCase.REFRESH_ROTATION, "refresh tokens are not rotated")
        .declinesScope(GoogleHealthScopes.NUTRITION, Resource.WATER)
        .pageSize(50)
        .notifiesRevisions()
        .appDetails(ServiceAccount.details())
        .pushes(
            Resource.SLEEP,
            new JsonObject().put("data_type", "sleep"),
            Map.of("wrong_signature", 401, "no_signature", 401))
        .truth(AdapterOutput::steps)
        .truth(AdapterOutput::stepSamples)
        .truth(AdapterOutput.sleep(Duration.ofSeconds(1)))
        .truth(AdapterOutput::heart)
        .truth(AdapterOutput::workouts)
        .truth(AdapterOutput::glucose)
        .truth(AdapterOutput.totalsMatchSamples(0.001));
  }
}
