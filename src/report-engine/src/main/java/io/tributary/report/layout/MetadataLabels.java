package io.tributary.report.layout;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Dictionary of labels for patient, sample and laboratory data. */
final class MetadataLabels {
  /** Fact that a label announces. */
  enum Fact {
    PATIENT_NAME,
    PATIENT_FIRST_NAME,
    PATIENT_LAST_NAME,
    BIRTH_DATE,
    SEX,
    AGE,
    AGE_SEX,
    SEX_AGE,
    SEX_DOB,
    LAB_NAME,
    DATE_REPORTED,
    DATE_COLLECTED,
    DATE_RECEIVED,
    SPECIMEN_NUMBER,
    OTHER
  }

  private static final Map<String, Fact> FACTS = facts();
  static final int LONGEST = 5;

  private MetadataLabels() {}

  private static Map<String, Fact> facts() {
    Map<String, Fact> facts = new HashMap<>();
    PhraseList.lines("labels")
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              Fact fact = Fact.valueOf(line.substring(0, colon));
              for (String name : line.substring(colon + 1).split("\\|")) {
                facts.merge(plain(name), fact, (a, b) -> a.compareTo(b) < 0 ? a : b);
              }
            });
    return facts;
  }

  static String plain(String text) {
    return PhraseList.normalize(text).replaceAll("\\s*/\\s*", "/");
  }

  static Optional<Fact> fact(String text) {
    return Optional.ofNullable(FACTS.get(plain(text)));
  }

  static boolean label(String text) {
    return FACTS.containsKey(plain(text));
  }
}
