package io.tributary.provider.polar;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** Documents that are read from Polar. */
enum PolarDocumentKind implements DocumentKind {
  EXERCISE,
  /** Activity of a day, with {@link PolarOffsetHistory#FIELD} added if known. */
  ACTIVITY,
  /** A night, {@code sleep} in the API. */
  NIGHT,
  /** Nightly Recharge: measurements of the night of the same date. */
  RECHARGE,
  /** Heart rates of a day, with {@link PolarOffsetHistory#FIELD} added if known. */
  HEART,
  /**
   * Weight and height, which have no date; stored with the day on which the weight was first read.
   */
  PHYSICAL,
  /** Fitness, stored in the same manner. */
  FITNESS,
  USER;

  /** The only scope of the API. */
  static final String SCOPE = "accesslink.read_all";

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean isGranted(AccountContext facts) {
    return facts.isGranted(SCOPE);
  }

  @Override
  public boolean isUndated() {
    return this == PHYSICAL || this == FITNESS || this == USER;
  }
}
