package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.result.OrderedMarkers.OrderedMarker;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One result in the form that clients read. Absent texts are empty.
 *
 * @param value number of a numeric result; -1 for all others
 * @param sourceInterpretation the laboratory's own flags
 * @param markers ordered markers that the result answers; empty for an unordered result
 */
public record Biomarker(
    String name,
    String slug,
    String result,
    ResultType type,
    BigDecimal value,
    String unit,
    Optional<Instant> at,
    String notes,
    String range,
    Optional<BigDecimal> min,
    Optional<BigDecimal> max,
    Optional<Boolean> above,
    Optional<Boolean> below,
    Interpretation interpretation,
    String sourceInterpretation,
    String loinc,
    String loincSlug,
    String providerId,
    List<OrderedMarker> markers,
    String performer,
    String sampleId) {
  private static final BigDecimal NOT_NUMERIC = BigDecimal.ONE.negate();

  public Biomarker {
    markers = List.copyOf(markers);
  }

  static Biomarker of(ResultComponent p, OrderedMarkers ordered, String sampleId) {
    List<OrderedMarker> markers = ordered.markersFor(p.panel(), p.code());
    Optional<OrderedMarkers.Expected> expected =
        markers.stream()
            .flatMap(m -> m.results().stream())
            .filter(e -> e.providerId().equals(p.code()))
            .findFirst();
    ReferenceRange range = ReferenceRange.parse(p.range());
    Optional<NumericRange> span = comparableRange(p);
    Optional<Boolean> above = range.isAbove(span);
    Optional<Boolean> below = range.isBelow(span);
    Optional<Interpretation> said =
        p.interpretation().or(() -> CodedResults.interpretation(p.code(), p.value()));
    ResultType type = p.type().orElseThrow();
    String name = expected.map(OrderedMarkers.Expected::name).orElse(p.name());
    String loinc =
        p.loinc().isEmpty() ? expected.map(OrderedMarkers.Expected::loinc).orElse("") : p.loinc();
    return new Biomarker(
        name,
        expected.map(OrderedMarkers.Expected::slug).orElseGet(() -> ResultSlugs.slug(name)),
        p.value(),
        type,
        type == ResultType.NUMERIC ? number(p.value()) : NOT_NUMERIC,
        p.unit(),
        p.observedAt(),
        notes(p, type),
        p.range(),
        range.min(),
        range.max(),
        above,
        below,
        InterpretationRules.interpret(said, above, below),
        String.join(",", p.flags()),
        loinc,
        expected
            .filter(e -> e.loinc().equals(loinc))
            .map(OrderedMarkers.Expected::loincSlug)
            .orElse(""),
        p.code(),
        markers,
        p.performer().name(),
        p.sampleId().isEmpty() ? sampleId : p.sampleId());
  }

  /**
   * Range for comparison; only numeric and range results have one, because a text may contain a
   * number by chance.
   */
  private static Optional<NumericRange> comparableRange(ResultComponent p) {
    return switch (p.type().orElseThrow()) {
      case NUMERIC, RANGE -> NumericRange.parse(p.value());
      case COMMENT, CODED_VALUE -> Optional.empty();
    };
  }

  private static BigDecimal number(String text) {
    return NumericRange.parse(text)
        .flatMap(NumericRange::low)
        .map(NumericRange.Bound::at)
        .orElse(NOT_NUMERIC);
  }

  /** Notes; a non-numeric value is repeated at their start. */
  private static String notes(ResultComponent p, ResultType type) {
    String said = String.join("\n", p.notes());
    boolean words = type == ResultType.COMMENT || type == ResultType.RANGE;
    if (!words) {
      return said;
    }
    return said.isEmpty() ? p.value() : p.value() + "\n" + said;
  }

  ObjectNode json() {
    ObjectNode out =
        Json.object()
            .put("name", name)
            .put("slug", slug)
            .put("result", result)
            .put("type", type.wireName())
            .put("value", value)
            .put("unit", orNull(unit))
            .put("timestamp", at.map(Times::format).orElse(null))
            .put("notes", orNull(notes))
            .put("reference_range", orNull(range))
            .put("min_range_value", min.orElse(null))
            .put("max_range_value", max.orElse(null))
            .put("is_above_max_range", above.orElse(null))
            .put("is_below_min_range", below.orElse(null))
            .put("interpretation", InterpretationRules.wireName(interpretation))
            .put("source_interpretation", sourceInterpretation)
            .put("loinc", orNull(loinc))
            .put("loinc_slug", orNull(loincSlug))
            .put("provider_id", orNull(providerId));
    out.set("source_markers", markers(markers));
    return out.put("performing_laboratory", orNull(performer))
        .put("source_sample_id", orNull(sampleId));
  }

  /** Markers in JSON; null for an unordered result. */
  static ArrayNode markers(List<OrderedMarker> markers) {
    if (markers.isEmpty()) {
      return null;
    }
    ArrayNode out = Json.array();
    for (OrderedMarker m : markers) {
      out.addObject()
          .put("marker_id", m.id())
          .put("name", m.name())
          .put("slug", m.slug())
          .put("provider_id", m.providerId());
    }
    return out;
  }

  static String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
