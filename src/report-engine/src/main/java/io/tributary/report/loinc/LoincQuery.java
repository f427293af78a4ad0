package io.tributary.report.loinc;

/**
 * What is known of a printed test. Texts as printed; "" where there is none.
 *
 * @param unit in UCUM, "" if none or unknown
 * @param panel the heading above
 * @param code a printed LOINC code
 */
public record LoincQuery(
    String name,
    String unit,
    String panel,
    String specimen,
    String method,
    String code,
    ValueScale scale) {
  /** What kind of value stands there. */
  public enum ValueScale {
    NUMBER,
    WORD,
    TITRE,
    UNKNOWN
  }
}
