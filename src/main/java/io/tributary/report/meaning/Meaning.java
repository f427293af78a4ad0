package io.tributary.report.meaning;

import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.PrintedReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes of what is printed what it means. Immutable, no I/O; any thread but an event loop. */
public final class Meaning {
  private final LoincMatcher matcher;
  private final Thresholds thresholds;

  /**
   * @param matcher null = no codes are looked for
   */
  public Meaning(LoincMatcher matcher, Thresholds thresholds) {
    this.matcher = matcher;
    this.thresholds = thresholds;
  }

  /**
   * The whole report, in the order of its rows.
   *
   * @param team what its people said names mean
   */
  public Draft of(PrintedReport report, Synonyms team) {
    return new Draft(
        report.sheets(),
        DraftMetadata.fromJson(
            io.tributary.kernel.Json.object(), io.tributary.kernel.Json.object()),
        List.of());
  }

  /**
   * One row as a person says it is printed: all that follows from the texts is made anew, and there
   * is no doubt left.
   *
   * @param draft the report it stands in, which says how its numbers are written and whose it is
   * @param before the row as it was, for its places; null if it is a new one
   */
  public DraftResult again(Draft draft, DraftResult before, Corrected now, Synonyms team) {
    return new DraftResult(
        now.testName(),
        now.value(),
        Optional.of(ResultType.COMMENT),
        Optional.of(now.units()),
        Bounds.NONE,
        Optional.of(now.panel()),
        SampleType.UNKNOWN,
        MeasurementKind.UNKNOWN,
        Sensitivity.UNKNOWN,
        Optional.of(Interpretation.UNKNOWN),
        Optional.empty(),
        Optional.empty(),
        matcher == null ? Optional.empty() : Optional.of(thresholds.status(List.of())),
        List.of(),
        Map.of(),
        Optional.empty(),
        1,
        List.of());
  }
}
