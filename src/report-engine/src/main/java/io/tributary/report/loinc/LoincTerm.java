package io.tributary.report.loinc;

import java.util.List;
import java.util.Set;

/**
 * LOINC code with the attributes used for matching.
 *
 * @param kind kind of unit; "" if it has none
 * @param category group of the bundled table; "" for terms of another table
 * @param weight from 0 to 1, how common the code is among those with the same names
 */
record LoincTerm(
    String code,
    String longName,
    String displayName,
    List<String> aliases,
    List<ParsedTestName> names,
    Set<String> union,
    Specimen specimen,
    CollectionTiming timing,
    String kind,
    boolean worded,
    boolean titre,
    String category,
    double weight) {
  LoincTerm {
    aliases = List.copyOf(aliases);
    names = List.copyOf(names);
    union = Set.copyOf(union);
  }

  LoincTerm named(String official) {
    return new LoincTerm(
        code,
        official,
        displayName,
        aliases,
        names,
        union,
        specimen,
        timing,
        kind,
        worded,
        titre,
        category,
        weight);
  }
}
