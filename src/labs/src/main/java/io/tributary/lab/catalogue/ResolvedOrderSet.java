package io.tributary.lab.catalogue;

import java.util.List;
import java.util.UUID;

/**
 * What is ordered, all of one laboratory.
 *
 * @param test the test that it is, or that was made of it
 * @param fasting whether one of the tests wants it
 * @param markerIds in the order they were asked for
 * @param markers the same with their questions, by id
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
