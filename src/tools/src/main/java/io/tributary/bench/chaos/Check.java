package io.tributary.bench.chaos;

import java.util.Locale;

/**
 * A line of the recount.
 *
 * @param verdict TOLD: nothing is asked of it
 */
record Check(String what, long found, Verdict verdict) {
  enum Verdict {
    TOLD,
    GOOD,
    BAD
  }

  /** A number that nothing is asked of. */
  static Check told(String what, long found) {
    return new Check(what, found, Verdict.TOLD);
  }

  /** Something that must not be. */
  static Check none(String what, long found) {
    return new Check(what, found, found == 0 ? Verdict.GOOD : Verdict.BAD);
  }

  /** Something that must be just so many. */
  static Check same(String what, long wanted, long found) {
    return new Check(
        what + " (of " + wanted + ")", found, found == wanted ? Verdict.GOOD : Verdict.BAD);
  }

  /** Something that there must be so much of at least. */
  static Check least(String what, long wanted, long found) {
    return new Check(
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
