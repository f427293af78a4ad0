package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.simulators.libre.LibreVendor;

public class LibrePatientCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("abbott_libreview", LibreVendor::patients, LibreAdapter::patient)
        .revokedIs("provider_credential_error")
        .revises(Resource.GLUCOSE)
        .truth(LibreTruth::glucose)
        .without(Case.PARTIAL_GRANT, "a password grants full access")
        .without(Case.REFRESH_ROTATION, "sessions are not renewed; the password signs in again")
        .without(Case.PUSH, "the vendor sends no notifications")
        .without(Case.PAGING, "a report of 90 days is a single response");
  }
}
