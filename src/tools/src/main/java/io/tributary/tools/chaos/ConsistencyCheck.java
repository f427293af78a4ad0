package io.tributary.tools.chaos;

import java.util.Locale;

/**
 * Line of the verification report.
 *
 * @param verdict INFO for a number without a requirement
 */
record ConsistencyCheck(String description, long found, Verdict verdict) {
  enum Verdict {
    INFO,
    GOOD,
    BAD
  }

  /** Reports a number without a requirement. */
  static ConsistencyCheck info(String what, long found) {
    return new ConsistencyCheck(what, found, Verdict.INFO);
  }

  /** Requires the number to be 0. */
  static ConsistencyCheck mustBeZero(String what, long found) {
    return new ConsistencyCheck(what, found, found == 0 ? Verdict.GOOD : Verdict.BAD);
  }

  /** Requires an exact number. */
  static ConsistencyCheck mustEqual(String what, long wanted, long found) {
    return new ConsistencyCheck(
        what + " (of " + wanted + ")", found, found == wanted ? Verdict.GOOD : Verdict.BAD);
  }

  /** Requires a minimum. */
  static ConsistencyCheck mustBeAtLeast(String what, long wanted, long found) {
    return new ConsistencyCheck(
        what + " (at least " + wanted + ")", found, found >= wanted ? Verdict.GOOD : Verdict.BAD);
  }

  String format() {
    String mark =
        switch (verdict) {
          case INFO -> "";
          case GOOD -> "ok";
          case BAD -> "NOT OK";
        };
    return String.format(Locale.ROOT, "%-64s %,12d  %s", description, found, mark).stripTrailing();
  }
}
