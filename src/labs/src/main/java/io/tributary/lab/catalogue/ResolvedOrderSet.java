package io.tributary.lab.catalogue;

import java.util.List;
import java.util.UUID;

/**
 * Resolved content of an order, all of one laboratory.
 *
 * @param test the ordered test, or the hidden test that represents the selection
 * @param fasting whether one of the tests requires fasting
 * @param markerIds in the requested order
 * @param markers the same markers with their questions, by ID
 */
public record ResolvedOrderSet(
    Lab lab,
    UUID test,
    CollectionMethod method,
    boolean fasting,
    List<Integer> markerIds,
    List<Marker> markers) {
  public ResolvedOrderSet {
    markerIds = List.copyOf(markerIds);
    markers = List.copyOf(markers);
  }
}
