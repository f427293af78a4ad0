package io.tributary.lab.document;

import java.util.List;

/**
 * Result report in readable form. Absent texts are empty.
 *
 * @param facts header fields such as patient, laboratory and dates
 * @param complete false while more results are expected
 */
public record ResultReport(
    String patient,
    String laboratory,
    String number,
    boolean complete,
    List<Fact> facts,
    List<ResultLine> lines,
    List<MissingResult> missing) {
  public ResultReport {
    facts = List.copyOf(facts);
    lines = List.copyOf(lines);
    missing = List.copyOf(missing);
  }

  /** Name and value of a header field. */
  public record Fact(String name, String value) {}

  /**
   * Line of one result.
   *
   * @param flag {@code NONE} when the result needs no flag
   */
  public record ResultLine(
      String name, String value, String unit, String range, Flag flag, String notes) {}

  /** Highlighting of a result. */
  public enum Flag {
    NONE(""),
    ABNORMAL("Abnormal"),
    HIGH("High"),
    LOW("Low"),
    CRITICAL("CRITICAL");

    private final String label;

    Flag(String shown) {
      this.label = shown;
    }

    String label() {
      return label;
    }
  }

  /** Missing result with its reason. */
  public record MissingResult(String name, String reason) {}
}
