package io.tributary.lab.catalogue;

import io.tributary.report.loinc.LoincCode;
import java.util.List;

/**
 * LOINC codes that the labs' files may use.
 *
 * @param notice notice required by the LOINC license
 */
record LoincFile(String notice, List<Entry> loinc) {
  LoincFile {
    loinc = loinc == null ? List.of() : List.copyOf(loinc);
  }

  /**
   * @param unit UCUM unit; null = none
   */
  record Entry(String code, String name, String component, String unit) {}

  /** Returns whether the check digit (Luhn) of the code is correct. */
  static boolean isValidCode(String code) {
    return LoincCode.isValid(code);
  }
}
