package io.tributary.lab.fhir;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.fhir.BundleEntry;
import io.tributary.fhir.BundleWriter;
import io.tributary.fhir.DateRangeFilter;
import io.tributary.fhir.FhirBaseUrl;
import io.tributary.fhir.FhirJson;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads orders and results as FHIR resources. Call on virtual threads. */
final class LabReader {
  private final OrderRecordReader records;
  private final LabPages pages;
  private final Supplier<FhirBaseUrl> urls;

  LabReader(OrderRecordReader dossiers, LabPages pages, Supplier<FhirBaseUrl> urls) {
    this.records = dossiers;
    this.pages = pages;
    this.urls = urls;
  }

  /** Returns one resource; fails with 404 when it does not exist or belongs to another tenant. */
  byte[] readOne(Tenant tenant, LabType type, String id) {
    return pages.byId(tenant, type, Set.of(id), (d, r) -> true, urls.get()).stream()
        .findFirst()
        .map(m -> FhirJson.object(m.resource().entry(false).fields()))
        .orElseThrow(() -> ServiceException.notFound(type.fhirName()));
  }

  /** Returns a page as a Bundle; fails with 404 for a user of another tenant. */
  byte[] search(Tenant tenant, LabSearch search) {
    if (search.user().filter(u -> !records.userExists(tenant, u)).isPresent()) {
      throw ServiceException.notFound("Patient");
    }
    FhirBaseUrl at = urls.get();
    LabPages.Page page =
        search.ids().isEmpty()
            ? pages.nextPage(
                tenant, criteria(search), search.paging().count(), search.paging().after(), at)
            : new LabPages.Page(
                pages.byId(tenant, search.type(), search.ids(), search::matches, at),
                Optional.empty());
    List<BundleEntry> entries = new ArrayList<>();
    page.matches().forEach(m -> entries.add(m.resource().entry(false)));
    Set<OrderRecord> orders = new LinkedHashSet<>();
    page.matches().forEach(m -> orders.add(m.order()));
    for (LabType type : search.includes()) {
      orders.forEach(d -> LabPages.resources(type, d, at).forEach(r -> entries.add(r.entry(true))));
    }
    return BundleWriter.searchset(
        at, search.type().fhirName(), search.paging(), page.next(), entries);
  }

  /** Restricts the order time only for ServiceRequests, whose date parameter means that time. */
  private static LabPages.PageCriteria criteria(LabSearch search) {
    DateRangeFilter placed =
        search.type() == LabType.SERVICE_REQUEST ? search.when() : DateRangeFilter.ALWAYS;
    return new LabPages.PageCriteria(
        search.type(), search.user(), placed.from(), placed.to(), search::matches);
  }
}
