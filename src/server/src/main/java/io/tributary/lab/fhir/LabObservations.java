package io.tributary.lab.fhir;

import io.tributary.core.Tenant;
import io.tributary.fhir.BundleEntry;
import io.tributary.fhir.Category;
import io.tributary.fhir.DateRangeFilter;
import io.tributary.fhir.FhirBaseUrl;
import io.tributary.fhir.ObservationSearch;
import io.tributary.fhir.ObservationSource;
import java.util.List;
import java.util.Optional;

/** Source of laboratory results among a user's observations. */
final class LabObservations implements ObservationSource {
  private final LabPages pages;

  LabObservations(LabPages pages) {
    this.pages = pages;
  }

  @Override
  public boolean isAt(List<String> position) {
    return position.getFirst().equals(LabPages.NAME);
  }

  @Override
  public Found page(
      Tenant tenant,
      ObservationSearch search,
      FhirBaseUrl urls,
      int count,
      Optional<List<String>> after) {
    if (!search.takesCategory(List.of(Category.LABORATORY))) {
      return new Found(List.of(), Optional.empty());
    }
    LabPages.Wanted wanted =
        new LabPages.Wanted(
            LabType.OBSERVATION,
            search.user(),
            DateRangeFilter.ALWAYS.from(),
            DateRangeFilter.ALWAYS.to(),
            (d, r) -> takes(search, d, r));
    LabPages.Page page = pages.page(tenant, wanted, count, after, urls);
    return new Found(entries(page.matches()), page.next());
  }

  @Override
  public List<BundleEntry> read(Tenant tenant, ObservationSearch search, FhirBaseUrl urls) {
    return entries(
        pages.byId(tenant, LabType.OBSERVATION, search.ids(), (d, r) -> takes(search, d, r), urls));
  }

  private static boolean takes(ObservationSearch search, OrderRecord d, LabResource r) {
    return search.user().filter(u -> !u.equals(d.user())).isEmpty()
        && LabSearch.within(search.when(), r.at())
        && search.takesCodes(r.codes())
        && search.takesCategory(List.of(Category.LABORATORY))
        && search.takesStatus(r.status());
  }

  private static List<BundleEntry> entries(List<LabPages.Match> matches) {
    return matches.stream().map(m -> m.resource().entry(false)).toList();
  }
}
