package io.tributary.lab.catalogue;

/** How what was found stands to what was looked for; best first. */
enum MatchRelation {
  EXACT("EXACT_LOINC_SET"),
  SUPERSET("SUPERSET"),
  SUBSET("SUBSET"),
  OVERLAP("OVERLAP"),
  SUGGESTED("NAME_MATCH");

  private final String reason;

  MatchRelation(String reason) {
    this.reason = reason;
  }

  /** The code of the reason. */
  String reason() {
    return reason;
  }

  /** Whether everything that was asked for is measured. */
  boolean covers() {
    return this == EXACT || this == SUPERSET;
  }
}
