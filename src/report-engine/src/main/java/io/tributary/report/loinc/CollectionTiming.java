package io.tributary.report.loinc;

/** Collection timing of a specimen, as far as LOINC codes distinguish it. */
enum CollectionTiming {
  FASTING,
  AFTER_MEAL,
  MORNING,
  NONE;

  /**
   * Returns the score factor of a term with timing {@code term} for a test printed with this
   * timing.
   */
  double score(CollectionTiming term) {
    if (this == term) {
      return 1;
    }
    return this == NONE ? 0.74 : term == NONE ? 0.86 : 0.4;
  }
}
