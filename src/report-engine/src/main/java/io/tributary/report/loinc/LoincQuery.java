package io.tributary.report.loinc;

/**
 * Printed test to find codes for. Texts are as printed; "" means none.
 *
 * @param unit in UCUM; "" if none or unknown
 * @param panel heading above the test
 * @param code printed LOINC code
 */
public record LoincQuery(
    String name,
    String unit,
    String panel,
    String specimen,
    String method,
    String code,
    ValueScale scale) {
  /** Type of the printed value. */
  public enum ValueScale {
    NUMBER,
    WORD,
    TITER,
    UNKNOWN
  }
}
