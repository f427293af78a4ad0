package io.tributary.fhir;

import io.tributary.core.Tenant;
import java.util.List;
import java.util.Optional;

/**
 * Observations of another feature. A search returns them after those of connections, with the same
 * cursor. Called on virtual threads.
 */
public interface ObservationSource {
  /**
   * Observations for one page.
   *
   * @param next position after which the next page begins; empty at the end
   */
  record ObservationSlice(List<BundleEntry> entries, Optional<List<String>> next) {}

  /** Returns whether a cursor position, which consists of four texts, belongs to this source. */
  boolean ownsPosition(List<String> position);

  /**
   * Returns observations for one page.
   *
   * @param search search for a user, which the caller has checked
   * @param count maximum number of observations; 0 only tests whether there are any
   * @param after a position of this source; empty to start with the first
   */
  ObservationSlice page(
      Tenant tenant,
      ObservationSearch search,
      FhirBaseUrl urls,
      int count,
      Optional<List<String>> after);

  /**
   * Returns the observations with the searched IDs that belong to the tenant and match. Other IDs
   * are ignored.
   */
  List<BundleEntry> read(Tenant tenant, ObservationSearch search, FhirBaseUrl urls);
}
