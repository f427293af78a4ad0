package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.ProviderTestSpec;
import io.tributary.provider.ProviderTestSuite;
import io.tributary.simulators.libre.LibreVendor;

public class LibrePatientCasesTest extends ProviderTestSuite {
  @Override
  public ProviderTestSpec spec() {
    return ProviderTestSpec.of("abbott_libreview", LibreVendor::forPatients, LibreAdapter::patient)
        .revocationError("provider_credential_error")
        .revisedResource(Resource.GLUCOSE)
        .truth(LibreTruthCheck::glucose)
        .without(ProviderCase.PARTIAL_GRANT, "a password grants full access")
        .without(
            ProviderCase.REFRESH_ROTATION, "sessions are not renewed; the password signs in again")
        .without(ProviderCase.PUSH, "the vendor sends no notifications")
        .without(ProviderCase.PAGING, "a report of 90 days is a single response");
  }
}
