package io.tributary.report.page;

import java.util.Locale;

/** Reason why a report could not be parsed. JSON uses the lowercase names. */
public enum ParseFailure {
  INVALID_INPUT,
  NOT_ENGLISH,
  LOW_QUALITY,
  TOO_MANY_PAGES,
  PROCESSING_ERROR;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
