package io.tributary.lab.result;

import java.util.List;

/** What was ordered, as far as results are judged by it. */
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
   * @param loinc and loincSlug are empty when the laboratory names none
   */
  public record Expected(
      String name,
      String slug,
      String providerId,
      boolean required,
      String loinc,
      String loincSlug) {}

  /** The markers that a result is an answer to; none when nobody asked for it. */
  List<OrderedMarker> asked(String panel, String code) {
    List<OrderedMarker> expecting = markers.stream().filter(m -> m.expects(code)).toList();
    List<OrderedMarker> named =
        expecting.stream().filter(m -> m.providerId().equals(panel)).toList();
    return named.isEmpty() ? expecting : named;
  }

  /** Whether a code is that of a marker. */
  boolean names(String panel) {
    return markers.stream().anyMatch(m -> m.providerId().equals(panel));
  }
}
