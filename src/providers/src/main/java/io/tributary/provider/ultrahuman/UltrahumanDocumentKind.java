package io.tributary.provider.ultrahuman;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** Documents that are read from Ultrahuman. */
enum UltrahumanDocumentKind implements DocumentKind {
  /** All metrics of a day, with the requested day. */
  DAY,
  /** Temperatures of the day before a window, when a night may have begun. */
  EVENING;

  static final String RING = "ring_data";
  static final String CGM = "cgm_data";
  static final String PROFILE = "profile";

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean isGranted(AccountContext facts) {
    return facts.isGranted(RING) || this == DAY && facts.isGranted(CGM);
  }
}
