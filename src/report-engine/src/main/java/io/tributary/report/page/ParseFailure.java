package io.tributary.report.page;

import java.util.Locale;

/** Why a report cannot be turned into results; the names on the wire are these in lower case. */
public enum ParseFailure {
  INVALID_INPUT,
  NOT_ENGLISH,
  LOW_QUALITY,
  TOO_MANY_PAGES,
  PROCESSING_ERROR;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
