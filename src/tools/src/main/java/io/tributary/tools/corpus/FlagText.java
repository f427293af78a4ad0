package io.tributary.tools.corpus;

/**
 * Flags that a laboratory prints next to abnormal results, and some laboratories next to normal
 * ones.
 */
final class FlagText {
  private FlagText() {}

  /**
   * Returns the flag of a number outside its range.
   *
   * @param high 1 above, -1 below
   * @param critical whether immediate action is required
   */
  static String outOfRange(TextStyle look, int high, boolean critical) {
    boolean up = high > 0;
    return switch (look.flags) {
      case LETTERS -> up ? "H" : "L";
      case DOUBLE -> up ? critical ? "HH" : "H" : critical ? "LL" : "L";
      case WORDS, STATUS -> up ? "High" : "Low";
      case STAR -> "*";
      case STAR_LETTER -> up ? "*H" : "*L";
      case ARROWS -> up ? "↑" : "↓";
      case ROUND -> up ? "(H)" : "(L)";
      case ABNORMAL -> "A";
      case NONE -> "";
      case IN_RANGE -> up ? "Above Range" : "Below Range";
      case HI_LO -> up ? "HI" : "LO";
      case TRIANGLES -> up ? "▲" : "▼";
      case PLUS_MINUS -> up ? "+" : "-";
      case SQUARE -> up ? "[H]" : "[L]";
      case LIMITS -> up ? "Above high reference limit" : "Below low reference limit";
      case PANIC -> (critical ? "Critical " : "") + (up ? "High" : "Low");
    };
  }

  /** Returns the flag of an abnormal text. */
  static String abnormal(TextStyle look) {
    return switch (look.flags) {
      case LETTERS, DOUBLE, ABNORMAL -> "A";
      case WORDS, STATUS, PANIC, LIMITS -> "Abnormal";
      case STAR -> "*";
      case STAR_LETTER -> "*A";
      case ARROWS, NONE, TRIANGLES, PLUS_MINUS -> "";
      case ROUND -> "(A)";
      case IN_RANGE -> "Out of Range";
      case HI_LO -> "ABN";
      case SQUARE -> "[A]";
    };
  }

  /** Returns the flag of a normal result. */
  static String normal(TextStyle look) {
    return switch (look.flags) {
      case STATUS -> "Normal";
      case IN_RANGE -> "In Range";
      case LETTERS, DOUBLE, WORDS, STAR, STAR_LETTER, ARROWS, ROUND, ABNORMAL, NONE -> "";
      case HI_LO, TRIANGLES, PLUS_MINUS, SQUARE, LIMITS, PANIC -> "";
    };
  }
}
