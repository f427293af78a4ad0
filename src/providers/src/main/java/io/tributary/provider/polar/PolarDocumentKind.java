package io.tributary.provider.polar;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** The documents that are used. */
enum PolarDocumentKind implements DocumentKind {
  EXERCISE,
  /** A day, with {@link PolarOffsets#FIELD} added where it is known. */
  ACTIVITY,
  /** A night, the vendor's {@code sleep}. */
  NIGHT,
  /** Nightly Recharge: what was measured in the night of the same date. */
  RECHARGE,
  /** Heart rates of a day, with {@link PolarOffsets#FIELD} added where it is known. */
  HEART,
  /** The weight, which has no date, and the height: with the day on which it was first read. */
  PHYSICAL,
  /** The same of the fitness. */
  FITNESS,
  USER;

  /** The one scope there is. */
  static final String SCOPE = "accesslink.read_all";

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean granted(AccountContext facts) {
    return facts.granted(SCOPE);
  }

  @Override
  public boolean undated() {
    return this == PHYSICAL || this == FITNESS || this == USER;
  }
}
