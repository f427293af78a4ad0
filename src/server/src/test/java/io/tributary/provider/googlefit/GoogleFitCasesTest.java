package io.tributary.provider.googlefit;

import io.tributary.model.Resource;
import io.tributary.provider.AdapterOutput;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.googlefit.GoogleFitVendor;
import java.time.Duration;

public class GoogleFitCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("google_fit", GoogleFitVendor::new, GoogleFitAdapter::on)
        .without(ProviderTestSuite.ProviderCase.REFRESH_ROTATION, "refresh tokens are not rotated")
        .without(ProviderTestSuite.ProviderCase.PUSH, "the vendor sends no notifications")
        .declinesScope(GoogleFitScopes.NUTRITION, Resource.WATER)
        .pageSize(50)
        .truth(AdapterOutput::steps)
        .truth(AdapterOutput::stepSamples)
        .truth(AdapterOutput.sleep(Duration.ofSeconds(1)))
        .truth(AdapterOutput::heart)
        .truth(AdapterOutput::workouts)
        .truth(AdapterOutput::glucose)
        .truth(AdapterOutput.totalsMatchSamples(0.01));
  }
}
