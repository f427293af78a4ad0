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
  public boolean ownsPosition(List<String> position) {
    return position.getFirst().equals(LabPages.CURSOR_TYPE);
  }

  @Override
  public ObservationSlice page(
      Tenant tenant,
      ObservationSearch search,
      FhirBaseUrl urls,
      int count,
      Optional<List<String>> after) {
    if (!search.mayMatchCategory(List.of(Category.LABORATORY))) {
      return new ObservationSlice(List.of(), Optional.empty());
    }
    LabPages.PageCriteria wanted =
        new LabPages.PageCriteria(
            LabType.OBSERVATION,
            search.user(),
            DateRangeFilter.ALWAYS.from(),
            DateRangeFilter.ALWAYS.to(),
            (d, r) -> matches(search, d, r));
    LabPages.Page page = pages.nextPage(tenant, wanted, count, after, urls);
    return new ObservationSlice(entries(page.matches()), page.next());
  }

  @Override
  public List<BundleEntry> read(Tenant tenant, ObservationSearch search, FhirBaseUrl urls) {
    return entries(
        pages.byId(
            tenant, LabType.OBSERVATION, search.ids(), (d, r) -> matches(search, d, r), urls));
  }

  private static boolean matches(ObservationSearch search, OrderRecord d, LabResource r) {
    return search.user().filter(u -> !u.equals(d.user())).isEmpty()
        && LabSearch.isWithin(search.when(), r.at())
        && search.mayMatchCodes(r.codes())
        && search.mayMatchCategory(List.of(Category.LABORATORY))
        && search.mayMatchStatus(r.status());
  }

  private static List<BundleEntry> entries(List<LabPages.Match> matches) {
    return matches.stream().map(m -> m.resource().entry(false)).toList();
  }
}
