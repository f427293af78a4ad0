package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.CasesSpec;
import io.tributary.provider.ProviderCases;
import io.tributary.simulators.libre.LibreVendor;

public class LibrePracticeCasesTest extends ProviderCases {
  @Override
  public CasesSpec spec() {
    return CasesSpec.of("freestyle_libre", LibreVendor::practice, LibreAdapter::practice)
        .revokedIs("deregistered_per_provider")
        .revises(Resource.GLUCOSE)
        .truth(LibreTruth::glucose)
        .without(Case.PARTIAL_GRANT, "sharing with a practice shares all data")
        .without(Case.REFRESH_ROTATION, "sessions are not renewed; the practice signs in again")
        .without(Case.PUSH, "the vendor sends no notifications")
        .without(Case.PAGING, "a report of 90 days is a single response");
  }
}
