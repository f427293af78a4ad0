package io.tributary.provider.eightsleep;

import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

enum EightSleepDocumentKind implements DocumentKind {
  /** A time in bed, with its stages and readings. */
  INTERVAL,
  /** Values of one day; {@link #ASKED_ZONE} holds the zone of that day. */
  TREND,
  /** The user, and the mattress. */
  USER;

  static final String ASKED_ZONE = "asked_tz";

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean isUndated() {
    return this == USER;
  }
}
