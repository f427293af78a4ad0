package io.tributary.report.loinc;

import java.util.List;
import java.util.Set;

/**
 * LOINC code with the attributes used for matching.
 *
 * @param unitKind kind of unit; "" if it has none
 * @param category group of the bundled table; "" for terms of another table
 * @param weight from 0 to 1, how common the code is among those with the same names
 */
record LoincTerm(
    String code,
    String longName,
    String displayName,
    List<String> aliases,
    List<ParsedTestName> names,
    Set<String> allWords,
    Specimen specimen,
    CollectionTiming timing,
    String unitKind,
    boolean qualitative,
    boolean titer,
    String category,
    double weight) {
  LoincTerm {
    aliases = List.copyOf(aliases);
    names = List.copyOf(names);
    allWords = Set.copyOf(allWords);
  }

  LoincTerm withOfficialName(String official) {
    return new LoincTerm(
        code,
        official,
        displayName,
        aliases,
        names,
        allWords,
        specimen,
        timing,
        unitKind,
        qualitative,
        titer,
        category,
        weight);
  }
}
