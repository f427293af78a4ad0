package io.tributary.report.interpret;

import java.util.Locale;

/** A text of a row that has a place on the page; the names in a draft are these in lower case. */
public enum RowField {
  TEST_NAME,
  VALUE,
  UNITS,
  RANGE,
  FLAG,
  PANEL,
  SPECIMEN,
  METHOD,
  LOINC;

  /** The name in a draft. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
