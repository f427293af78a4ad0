package io.tributary.report.loinc;

import java.util.List;
import java.util.Set;

/**
 * A code with all that is compared.
 *
 * @param kind of unit, "" if it has none
 * @param category the bundled table's group, "" if it is from another one
 * @param weight 0 to 1: how usual this code is among those of the same names
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
