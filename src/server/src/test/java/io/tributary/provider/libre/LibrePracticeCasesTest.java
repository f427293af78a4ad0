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
        .without(Case.PARTIAL_GRANT, "who shares with a practice shares all there is")
        .without(Case.REFRESH_ROTATION, "nothing renews a session: the practice signs in again")
        .without(Case.PUSH, "the vendor sends no notices")
        .without(Case.PAGING, "a report of ninety days is one page");
  }
}
