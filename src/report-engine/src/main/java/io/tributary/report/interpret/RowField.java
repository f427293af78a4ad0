package io.tributary.report.interpret;

import java.util.Locale;

/** Text of a row that has a position on the page. Drafts use the lowercase names. */
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

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
