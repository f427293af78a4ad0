package io.tributary.lab.catalogue;

/** Relation of a found set of LOINC codes to the wanted one, best first. */
enum MatchRelation {
  EXACT("EXACT_LOINC_SET"),
  SUPERSET("SUPERSET"),
  SUBSET("SUBSET"),
  OVERLAP("OVERLAP"),
  SUGGESTED("NAME_MATCH");

  private final String reasonCode;

  MatchRelation(String reason) {
    this.reasonCode = reason;
  }

  String reasonCode() {
    return reasonCode;
  }

  /** Returns whether every wanted code is measured. */
  boolean isComplete() {
    return this == EXACT || this == SUPERSET;
  }
}
