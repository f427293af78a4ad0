package io.tributary.lab.catalogue;

/** Relation of a found set of LOINC codes to the wanted one, best first. */
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

  String reason() {
    return reason;
  }

  /** Returns whether every wanted code is measured. */
  boolean covers() {
    return this == EXACT || this == SUPERSET;
  }
}
