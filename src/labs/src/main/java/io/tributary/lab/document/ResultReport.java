package io.tributary.lab.document;

import java.util.List;

/**
 * Results as people read them. Absent texts are empty.
 *
 * @param facts who, where and when: each a word and what it is
 * @param complete whether more is to come
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

  /** A word and what it is. */
  public record Fact(String name, String value) {}

  /**
   * One result.
   *
   * @param flag empty when nothing is to be said
   */
  public record Line(
      String name, String value, String unit, String range, Flag flag, String notes) {}

  /** What catches the eye. */
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

  /** A result that will not come, and why. */
  public record Gap(String name, String reason) {}
}
