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
    List<Line> lines,
    List<Gap> gaps) {
  public ResultReport {
    facts = List.copyOf(facts);
    lines = List.copyOf(lines);
    gaps = List.copyOf(gaps);
  }

  /** Name and value of a header field. */
  public record Fact(String name, String value) {}

  /**
   * Line of one result.
   *
   * @param flag {@code NONE} when the result needs no flag
   */
  public record Line(
      String name, String value, String unit, String range, Flag flag, String notes) {}

  /** Highlighting of a result. */
  public enum Flag {
    NONE(""),
    ABNORMAL("Abnormal"),
    HIGH("High"),
    LOW("Low"),
    CRITICAL("CRITICAL");

    private final String shown;

    Flag(String shown) {
      this.shown = shown;
    }

    String shown() {
      return shown;
    }
  }

  /** Missing result with its reason. */
  public record Gap(String name, String reason) {}
}
