package io.tributary.tools.corpus;

import java.util.List;
import java.util.Optional;

/**
 * Content of a report before the layout.
 *
 * @param address lines below the laboratory's name
 * @param tail remarks after the results, with numbers that are not results
 */
record ReportContent(
    TextStyle look,
    String lab,
    List<String> address,
    String title,
    List<Field> fields,
    List<Section> sections,
    List<String> previousHeads,
    List<String> tail,
    GroundTruth.Metadata metadata) {

  /** Label with its text. */
  record Field(TextStyle.HeaderField kind, String label, String text) {}

  /**
   * Panel heading with its rows.
   *
   * @param remarks explanations below the rows; table cells are separated by vertical bars
   */
  record Section(
      String heading, Optional<String> specimen, List<Line> lines, List<String> remarks) {}

  /**
   * Result row.
   *
   * @param range lines of the range; several if categories are printed
   * @param high 1 above, -1 below, 0 neither
   * @param units units as printed, or empty
   */
  record Line(
      String name,
      String value,
      String flag,
      String units,
      List<String> range,
      List<String> previous,
      String code,
      String loinc,
      String method,
      Optional<String> note,
      boolean abnormal,
      int high,
      Numbers numbers) {
    String rangeText() {
      return String.join(" ", range);
    }
  }

  /** Numbers of a row for graphics of the value's position; NaN if missing. */
  record Numbers(double value, double low, double high) {
    /**
     * Returns the position from 0 to 1 on a scale whose middle half is the reference range; NaN if
     * it cannot be determined.
     */
    double relativePosition() {
      double from = Double.isNaN(low) ? 0 : low;
      double at = 0.25 + 0.5 * (value - from) / Math.max(1e-9, high - from);
      return Math.clamp(at, 0.04, 0.96);
    }
  }

  Field field(TextStyle.HeaderField kind) {
    return fields.stream()
        .filter(f -> f.kind() == kind)
        .findFirst()
        .orElse(new Field(kind, "", ""));
  }
}
