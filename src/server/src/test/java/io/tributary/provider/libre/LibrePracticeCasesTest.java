package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.libre.LibreVendor;

public class LibrePracticeCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("freestyle_libre", LibreVendor::forPractice, LibreAdapter::practice)
        .revocationError("deregistered_per_provider")
        .revisedResource(Resource.GLUCOSE)
        .truth(LibreTruthCheck::glucose)
        .without(ProviderCase.PARTIAL_GRANT, "sharing with a practice shares all data")
        .without(
            ProviderCase.REFRESH_ROTATION, "sessions are not renewed; the practice signs in again")
        .without(ProviderCase.PUSH, "the vendor sends no notifications")
        .without(ProviderCase.PAGING, "a report of 90 days is a single response");
  }
}
