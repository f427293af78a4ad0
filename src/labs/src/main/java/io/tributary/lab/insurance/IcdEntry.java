package io.tributary.lab.insurance;

import java.util.List;
import java.util.Map;

/**
 * A line of the tabular list.
 *
 * @param code without its point
 * @param parent place of the entry above in the list; -1 = a category
 * @param leaf nothing below it but the seventh character
 * @param seventh what the seventh character may be, with its meaning; empty = there is none
 */
record IcdEntry(
    String code,
    String description,
    int parent,
    boolean leaf,
    boolean secondary,
    Map<Character, String> seventh,
    List<IcdPattern> excludes1,
    List<IcdPattern> excludes2) {

  /** Whether it can be billed as it stands. */
  boolean billable() {
    return leaf && seventh.isEmpty();
  }

  Diagnosis diagnosis() {
    return new Diagnosis(dotted(code), description, secondary);
  }

  /** With the seventh character; places between are filled with X. */
  Diagnosis extended(char last) {
    return new Diagnosis(
        dotted(extendedCode(last)), description + ", " + seventh.get(last), secondary);
  }

  String extendedCode(char last) {
    return code + "X".repeat(6 - code.length()) + last;
  }

  static String dotted(String code) {
    return code.length() > 3 ? code.substring(0, 3) + "." + code.substring(3) : code;
  }
}
