package io.tributary.lab.result;

import java.util.List;

/** Ordered markers with the data needed to evaluate results. */
public record OrderedMarkers(List<OrderedMarker> markers) {
  public OrderedMarkers {
    markers = List.copyOf(markers);
  }

  /**
   * A marker of the order.
   *
   * @param providerId the laboratory's code
   */
  public record OrderedMarker(
      int id, String name, String slug, String providerId, List<Expected> results) {
    public OrderedMarker {
      results = List.copyOf(results);
    }

    boolean expects(String code) {
      return results.stream().anyMatch(r -> r.providerId().equals(code));
    }
  }

  /**
   * A result that a marker yields.
   *
   * @param loinc and loincSlug are empty when the laboratory assigns no LOINC code
   */
  public record Expected(
      String name,
      String slug,
      String providerId,
      boolean required,
      String loinc,
      String loincSlug) {}

  /** Markers that a result answers; empty for an unordered result. */
  List<OrderedMarker> markersFor(String panel, String code) {
    List<OrderedMarker> expecting = markers.stream().filter(m -> m.expects(code)).toList();
    List<OrderedMarker> named =
        expecting.stream().filter(m -> m.providerId().equals(panel)).toList();
    return named.isEmpty() ? expecting : named;
  }

  /** Returns whether the code belongs to an ordered marker. */
  boolean hasCode(String panel) {
    return markers.stream().anyMatch(m -> m.providerId().equals(panel));
  }
}
