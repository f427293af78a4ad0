package io.tributary.tools.chaos;

import java.util.Locale;

/**
 * A line of the recount.
 *
 * @param verdict TOLD: nothing is asked of it
 */
record ConsistencyCheck(String what, long found, Verdict verdict) {
  enum Verdict {
    TOLD,
    GOOD,
    BAD
  }

  /** A number that nothing is asked of. */
  static ConsistencyCheck told(String what, long found) {
    return new ConsistencyCheck(what, found, Verdict.TOLD);
  }

  /** Something that must not be. */
  static ConsistencyCheck none(String what, long found) {
    return new ConsistencyCheck(what, found, found == 0 ? Verdict.GOOD : Verdict.BAD);
  }

  /** Something that must be just so many. */
  static ConsistencyCheck same(String what, long wanted, long found) {
    return new ConsistencyCheck(
        what + " (of " + wanted + ")", found, found == wanted ? Verdict.GOOD : Verdict.BAD);
  }

  /** Something that there must be so much of at least. */
  static ConsistencyCheck least(String what, long wanted, long found) {
    return new ConsistencyCheck(
        what + " (at least " + wanted + ")", found, found >= wanted ? Verdict.GOOD : Verdict.BAD);
  }

  String line() {
    String mark =
        switch (verdict) {
          case TOLD -> "";
          case GOOD -> "ok";
          case BAD -> "NOT OK";
        };
    return String.format(Locale.ROOT, "%-64s %,12d  %s", what, found, mark).stripTrailing();
  }
}
