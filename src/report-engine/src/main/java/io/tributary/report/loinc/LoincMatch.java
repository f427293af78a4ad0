package io.tributary.report.loinc;

import java.util.List;

/**
 * Candidate code for a test.
 *
 * @param name LOINC long common name
 * @param displayName short name; may be empty
 * @param score likelihood from 0 to 1, given that the row was read correctly
 */
public record LoincMatch(
    String code, String name, String displayName, List<String> aliases, double score) {
  public LoincMatch {
    aliases = List.copyOf(aliases);
  }
}
