package io.tributary.provider.ultrahuman;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** The documents that are used. */
enum UltrahumanDocumentKind implements DocumentKind {
  /** All of a day, with the day it was asked for. */
  DAY,
  /** The temperatures of the day before a window: a night may have begun there. */
  EVENING;

  static final String RING = "ring_data";
  static final String CGM = "cgm_data";
  static final String PROFILE = "profile";

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean granted(AccountContext facts) {
    return facts.granted(RING) || this == DAY && facts.granted(CGM);
  }
}
