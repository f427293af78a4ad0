package io.tributary.fhir;

import io.tributary.core.Tenant;
import java.util.List;
import java.util.Optional;

/**
 * Observations of another feature: a search has them behind those of connections, under the same
 * cursor. Called on virtual threads.
 */
public interface ObservationSource {
  /**
   * What a page holds of them.
   *
   * @param next the position to go on after; empty at the end
   */
  record Found(List<BundleEntry> entries, Optional<List<String>> next) {}

  /** Whether the position of a cursor, of four texts, is one of these. */
  boolean isAt(List<String> position);

  /**
   * @param search of a user, whom the caller has checked
   * @param count most observations; 0 asks whether there are any
   * @param after a position of these; empty = from the first on
   */
  Found page(
      Tenant tenant,
      ObservationSearch search,
      FhirBaseUrl urls,
      int count,
      Optional<List<String>> after);

  /** Those with the ids of the search that are the tenant's and fit; other ids are passed over. */
  List<BundleEntry> read(Tenant tenant, ObservationSearch search, FhirBaseUrl urls);
}
