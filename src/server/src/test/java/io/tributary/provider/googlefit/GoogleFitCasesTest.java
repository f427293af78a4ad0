package io.tributary.provider.googlefit;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.provider.Seen;
import io.tributary.simulators.googlefit.GoogleFitVendor;
import java.time.Duration;

public class GoogleFitCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("google_fit", GoogleFitVendor::new, GoogleFitAdapter::on)
        .without(ProviderCases.Case.REFRESH_ROTATION, "refresh tokens are not rotated")
        .without(ProviderCases.Case.PUSH, "the vendor sends no notifications")
        .unticks(GoogleFitScopes.NUTRITION, Resource.WATER)
        .pagesOf(50)
        .truth(Seen::steps)
        .truth(Seen::stepSamples)
        .truth(Seen.sleep(Duration.ofSeconds(1)))
        .truth(Seen::heart)
        .truth(Seen::workouts)
        .truth(Seen::glucose)
        .truth(Seen.sums(0.01));
  }
}
