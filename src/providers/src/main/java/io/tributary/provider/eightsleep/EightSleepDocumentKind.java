package io.tributary.provider.eightsleep;

import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

enum EightSleepDocumentKind implements DocumentKind {
  /** A time in bed, with its stages and readings. */
  INTERVAL,
  /** What is told of a day, and in {@link #ASKED_ZONE} in which zone it is one. */
  TREND,
  /** Who it is, and on which mattress. */
  USER;

  static final String ASKED_ZONE = "asked_tz";

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean undated() {
    return this == USER;
  }
}
