package io.tributary.lab.result;

import io.tributary.lab.result.OrderedMarkers.Expected;
import io.tributary.lab.result.OrderedMarkers.OrderedMarker;
import io.tributary.lab.result.PanelSummary.Flaw;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides whether the results of an order are complete, and lists the missing ones.
 *
 * <p>Results are complete when every ordered test is final, corrected or abandoned. Some
 * laboratories answer under other codes than those ordered. Such a test counts as answered when all
 * its required results are final or reported as missing.
 */
final class Completeness {
  private Completeness() {}

  /** Returns whether all ordered tests are answered, as described above. */
  static boolean isFinal(ResultHistory ledger, OrderedMarkers ordered) {
    if (ledger.panels().isEmpty()) {
      return false;
    }
    if (ordered.markers().isEmpty()) {
      return ledger.panels().stream().allMatch(PanelSummary::isDone);
    }
    return ordered.markers().stream().allMatch(m -> isDone(ledger, m));
  }

  private static boolean isDone(ResultHistory ledger, OrderedMarker marker) {
    Optional<PanelSummary> own =
        ledger.panels().stream().filter(p -> p.code().equals(marker.providerId())).findFirst();
    if (own.isPresent()) {
      return own.get().isDone();
    }
    List<Expected> needed = marker.results().stream().filter(Expected::required).toList();
    return !needed.isEmpty()
        && needed.stream()
            .allMatch(
                e ->
                    ledger.pieces().stream()
                        .anyMatch(p -> p.code().equals(e.providerId()) && isAnswered(ledger, p)));
  }

  private static boolean isAnswered(ResultHistory ledger, ResultComponent piece) {
    return (piece.hasValue() || piece.isMissing())
        && ledger.panels().stream().anyMatch(p -> p.code().equals(piece.panel()) && p.isDone());
  }

  /**
   * A result that will not arrive.
   *
   * @param markers ordered markers that it would have answered
   * @param comment the laboratory's comment, in lines
   */
  record MissingBiomarker(
      String name,
      String slug,
      String code,
      String loinc,
      String loincSlug,
      FailureType failure,
      List<String> comment,
      List<OrderedMarker> markers) {}

  /** Results that were required or announced and have no value. Call for final results only. */
  static List<MissingBiomarker> missing(ResultHistory ledger, OrderedMarkers ordered) {
    List<MissingBiomarker> out = new ArrayList<>();
    for (OrderedMarker marker : ordered.markers()) {
      for (Expected e : marker.results()) {
        if (e.required()
            && findComponents(ledger, ordered, marker, e.providerId())
                .noneMatch(ResultComponent::hasValue)) {
          addMissing(out, ledger, ordered, marker, e);
        }
      }
    }
    for (ResultComponent p : ledger.pieces()) {
      if (p.isMissing()
          && ledger.pieces().stream().noneMatch(o -> o.code().equals(p.code()) && o.hasValue())
          && out.stream().noneMatch(m -> m.code().equals(p.code()))) {
        out.add(
            new MissingBiomarker(
                p.name(),
                ResultSlugs.slug(p.name()),
                p.code(),
                p.loinc(),
                "",
                failure(ledger, p.panel(), commentLines(p)),
                commentLines(p),
                ordered.markersFor(p.panel(), p.code())));
      }
    }
    return List.copyOf(out);
  }

  private static void addMissing(
      List<MissingBiomarker> out,
      ResultHistory ledger,
      OrderedMarkers ordered,
      OrderedMarker marker,
      Expected e) {
    for (int i = 0; i < out.size(); i++) {
      MissingBiomarker known = out.get(i);
      if (known.code().equals(e.providerId())) {
        List<OrderedMarker> both = new ArrayList<>(known.markers());
        both.add(marker);
        out.set(i, withMarkers(known, both));
        return;
      }
    }
    List<String> comment = comment(ledger, ordered, marker, e.providerId());
    out.add(
        new MissingBiomarker(
            e.name(),
            e.slug(),
            e.providerId(),
            e.loinc(),
            e.loincSlug(),
            failure(ledger, marker.providerId(), comment),
            comment,
            List.of(marker)));
  }

  private static MissingBiomarker withMarkers(MissingBiomarker m, List<OrderedMarker> markers) {
    return new MissingBiomarker(
        m.name(), m.slug(), m.code(), m.loinc(), m.loincSlug(), m.failure(), m.comment(), markers);
  }

  /** Comment on the result, or on its test, or on the sample, in this order of preference. */
  private static List<String> comment(
      ResultHistory ledger, OrderedMarkers ordered, OrderedMarker marker, String code) {
    List<String> own =
        findComponents(ledger, ordered, marker, code)
            .filter(ResultComponent::isMissing)
            .flatMap(p -> commentLines(p).stream())
            .toList();
    if (!own.isEmpty()) {
      return own;
    }
    List<PanelSummary> panels =
        ledger.panels().stream().filter(p -> p.code().equals(marker.providerId())).toList();
    List<String> said = panels.stream().flatMap(p -> p.notes().stream()).toList();
    if (!said.isEmpty()) {
      return said;
    }
    List<String> notes = samples(panels).flatMap(s -> s.notes().stream()).toList();
    return notes.isEmpty()
        ? samples(panels).flatMap(s -> s.flaws().stream()).map(Flaw::text).distinct().toList()
        : notes;
  }

  private static Stream<PanelSummary.SampleFacts> samples(List<PanelSummary> panels) {
    return panels.stream().flatMap(p -> p.samples().stream());
  }

  /** Failure type that the comment indicates; otherwise that of the samples' condition. */
  private static FailureType failure(ResultHistory ledger, String panel, List<String> comment) {
    FailureType told = FailureType.infer(comment);
    if (told != FailureType.UNKNOWN_FAILURE) {
      return told;
    }
    List<PanelSummary> own = ledger.panels().stream().filter(p -> p.code().equals(panel)).toList();
    return samples(own)
        .flatMap(s -> s.flaws().stream())
        .flatMap(f -> FailureType.fromSampleCode(f.code()).stream())
        .findFirst()
        .orElse(told);
  }

  /** A value without a result may still be a comment, such as a short "not performed". */
  private static List<String> commentLines(ResultComponent p) {
    List<String> out = new ArrayList<>();
    if (!p.value().isBlank()) {
      out.add(p.value());
    }
    out.addAll(p.notes());
    return out;
  }

  private static Stream<ResultComponent> findComponents(
      ResultHistory ledger, OrderedMarkers ordered, OrderedMarker marker, String code) {
    return ledger.pieces().stream()
        .filter(p -> p.code().equals(code))
        .filter(p -> p.panel().equals(marker.providerId()) || !ordered.hasCode(p.panel()));
  }
}
