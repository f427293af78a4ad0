package io.tributary.report.layout;

/** Content of a table column. */
enum ColumnKind {
  NAME,
  VALUE,
  /** Values outside their range, if the table has a column of its own for them. */
  OUT,
  UNIT,
  RANGE,
  FLAG,
  PREVIOUS,
  METHOD,
  SPECIMEN,
  LOINC,
  /** Content that is not part of a result. */
  OTHER;

  /**
   * Returns the cost of a word in this column; the cost lists follow the order of {@link
   * TokenType}.
   */
  double misfit(TokenType sort) {
    return switch (this) {
      case NAME -> of(sort, 1, 1.5, 0.8, 0.8, 0.6, 0, 1.5, 1, 0.2);
      case VALUE, OUT -> of(sort, 0, 0.4, 1.2, 0.5, 0, 0.6, 1, 0, 0.4);
      case UNIT -> of(sort, 1.5, 2, 0, 1, 1, 0.7, 2, 1.2, 0.5);
      case RANGE -> of(sort, 0.15, 0, 0.4, 1, 0.2, 0.3, 1, 0, 0.3);
      case FLAG -> of(sort, 2.5, 2.5, 2, 0, 0.6, 1.2, 2.5, 1.5, 0.1);
      case PREVIOUS -> of(sort, 0.2, 0.5, 0.6, 0.3, 0.3, 0.8, 0, 0.2, 0.3);
      case METHOD, SPECIMEN -> of(sort, 1, 1, 0.8, 0.8, 0.6, 0, 1.5, 1, 0.3);
      case LOINC -> of(sort, 1, 0.3, 1, 1, 1, 1, 0.3, 1, 0.5);
      case OTHER -> of(sort, 0.4, 0.8, 0.8, 0.5, 0.5, 0.2, 0.2, 0.5, 0.2);
    };
  }

  private static double of(TokenType sort, double... costs) {
    return costs[sort.ordinal()];
  }
}
