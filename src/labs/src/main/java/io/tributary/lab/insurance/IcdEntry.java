package io.tributary.lab.insurance;

import java.util.List;
import java.util.Map;

/**
 * Entry of the ICD-10-CM tabular list.
 *
 * @param code code without its point
 * @param parent position of the parent entry; -1 = a category
 * @param leaf whether it has no children except codes with a seventh character
 * @param seventhCharacters allowed seventh characters with their meanings; empty = none
 */
record IcdEntry(
    String code,
    String description,
    int parent,
    boolean leaf,
    boolean secondary,
    Map<Character, String> seventhCharacters,
    List<IcdPattern> excludes1,
    List<IcdPattern> excludes2) {

  /** Returns whether the code is billable without a seventh character. */
  boolean isBillable() {
    return leaf && seventhCharacters.isEmpty();
  }

  Diagnosis diagnosis() {
    return new Diagnosis(withPoint(code), description, secondary);
  }

  /** Diagnosis with a seventh character; positions in between are filled with X. */
  Diagnosis extendedDiagnosis(char last) {
    return new Diagnosis(
        withPoint(extendedCode(last)), description + ", " + seventhCharacters.get(last), secondary);
  }

  String extendedCode(char last) {
    return code + "X".repeat(6 - code.length()) + last;
  }

  static String withPoint(String code) {
    return code.length() > 3 ? code.substring(0, 3) + "." + code.substring(3) : code;
  }
}
