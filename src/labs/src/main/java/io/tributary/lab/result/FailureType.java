package io.tributary.lab.result;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reason for a missing result. Constants are in the order in which the laboratory's comment is
 * searched.
 */
public enum FailureType {
  QUANTITY_NOT_SUFFICIENT_FAILURE(
      "qns",
      "quantity not sufficient",
      "insufficient",
      "short draw",
      "no specimen received in tube"),
  COLLECTION_PROCESS_FAILURE(
      "hemolyz",
      "clot",
      "wrong tube",
      "incorrect container",
      "not centrifuged",
      "not spun",
      "improper collect",
      "unlabel",
      "mislabel"),
  DROP_OFF_FAILURE(
      "not frozen",
      "thawed",
      "temperature",
      "stability",
      "too old",
      "exceeds",
      "delayed in transit",
      "not refrigerated"),
  INTERNAL_LAB_FAILURE(
      "lab accident", "laboratory accident", "lost", "misplaced", "instrument", "reagent"),
  ORDER_ENTRY_FAILURE("not ordered", "order not", "test code invalid"),
  NON_FAILURE("duplicate", "credited", "previously reported"),
  PATIENT_CONDITION_FAILURE("lipemi", "icter", "interfering substance"),
  MISSING_RESULT_CALC_FAILURE("unable to calculate", "not calculated", "calculation"),
  MISSING_DEMO_AOE_CALC_FAILURE("age not", "sex not", "weight not", "not provided by client"),
  /** Never inferred; only from laboratories that report this term. */
  INSUFFICIENT_VOLUME,
  UNKNOWN_FAILURE;

  private final List<String> keywords;

  FailureType(String... signs) {
    this.keywords = List.of(signs);
  }

  /** Returns the first type whose keywords occur in the comment. */
  public static FailureType infer(Collection<String> comment) {
    String words = String.join(" ", comment).toLowerCase(Locale.ROOT);
    if (words.strip().equals(INSUFFICIENT_VOLUME.wireName())) {
      return INSUFFICIENT_VOLUME;
    }
    for (FailureType type : values()) {
      if (type.keywords.stream().anyMatch(words::contains)) {
        return type;
      }
    }
    return UNKNOWN_FAILURE;
  }

  /** Maps a code of HL7 table 0490 (specimen reject reason) or 0493 (specimen condition). */
  static Optional<FailureType> fromSampleCode(String code) {
    return Optional.ofNullable(
        switch (code) {
          case "QS" -> QUANTITY_NOT_SUFFICIENT_FAILURE;
          case "RC", "RH", "RM", "RN", "RR", "CLOT", "CON", "HEM" -> COLLECTION_PROCESS_FAILURE;
          case "EX", "RB", "AUT", "SNR" -> DROP_OFF_FAILURE;
          case "RA", "RD", "RE", "RI", "RP", "RS" -> ORDER_ENTRY_FAILURE;
          default -> null;
        });
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
