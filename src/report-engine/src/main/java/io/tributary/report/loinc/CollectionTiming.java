package io.tributary.report.loinc;

/** When the specimen was taken, as far as codes differ by it. */
enum CollectionTiming {
  FASTING,
  AFTER_MEAL,
  MORNING,
  NONE;

  /** How well a code for {@code term} fits where this was printed. */
  double fits(CollectionTiming term) {
    if (this == term) {
      return 1;
    }
    return this == NONE ? 0.74 : term == NONE ? 0.86 : 0.4;
  }
}
