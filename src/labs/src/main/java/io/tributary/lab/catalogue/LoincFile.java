package io.tributary.lab.catalogue;

import io.tributary.report.loinc.LoincCode;
import java.util.List;

/**
 * The LOINC codes that the files of labs may use.
 *
 * @param notice the licence's
 */
record LoincFile(String notice, List<Entry> loinc) {
  LoincFile {
    loinc = loinc == null ? List.of() : List.copyOf(loinc);
  }

  /**
   * @param unit in UCUM; null = none
   */
  record Entry(String code, String name, String component, String unit) {}

  /** Whether the last digit is the one that the others ask for: each second one doubled. */
  static boolean wellFormed(String code) {
    return LoincCode.isValid(code);
  }
}
