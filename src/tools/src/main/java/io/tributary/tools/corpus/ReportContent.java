package io.tributary.tools.corpus;

import java.util.List;
import java.util.Optional;

/**
 * All that a report says, before it is laid out.
 *
 * @param address lines below the name of the laboratory
 * @param tail remarks and explanations after the results, with numbers that are no results
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

  /** A label with what stands beside it. */
  record Field(TextStyle.Told kind, String label, String text) {}

  /**
   * A heading with its rows.
   *
   * @param remarks what is explained below them; cells of tables are parted by bars
   */
  record Section(
      String heading, Optional<String> specimen, List<Line> lines, List<String> remarks) {}

  /**
   * A row.
   *
   * @param range its lines; several where categories are printed
   * @param high 1 above, -1 below, 0 neither
   * @param units as printed; empty where none
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

  /** The numbers of a row for pictures of where a value lies; NaN where there is none. */
  record Numbers(double value, double low, double high) {
    /** From 0 to 1 on a line whose middle half is what is usual; NaN where it lies nowhere. */
    double place() {
      double from = Double.isNaN(low) ? 0 : low;
      double at = 0.25 + 0.5 * (value - from) / Math.max(1e-9, high - from);
      return Math.clamp(at, 0.04, 0.96);
    }
  }

  Field field(TextStyle.Told kind) {
    return fields.stream()
        .filter(f -> f.kind() == kind)
        .findFirst()
        .orElse(new Field(kind, "", ""));
  }
}
