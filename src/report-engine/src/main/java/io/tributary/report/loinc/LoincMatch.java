package io.tributary.report.loinc;

import java.util.List;

/**
 * One candidate.
 *
 * @param name LOINC's long common name
 * @param displayName a plain name, may be empty
 * @param score 0 to 1: the more, the likelier it is this one, given that the row was read right
 */
public record LoincMatch(
    String code, String name, String displayName, List<String> aliases, double score) {
  public LoincMatch {
    aliases = List.copyOf(aliases);
  }
}
