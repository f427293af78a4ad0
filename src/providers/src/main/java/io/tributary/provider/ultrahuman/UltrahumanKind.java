package io.tributary.provider.ultrahuman;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.DocKind;
import java.util.Locale;

/** The documents that are used. */
enum UltrahumanKind implements DocKind {
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
  public boolean granted(AccountFacts facts) {
    return facts.granted(RING) || this == DAY && facts.granted(CGM);
  }
}
