package io.tributary.provider.wahoo;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** The documents that are used. */
enum WahooDocumentKind implements DocumentKind {
  /** A workout with its summary. */
  WORKOUT,
  /** The FIT file of one, in {@link WahooFile}'s envelope: it does not say whose it is. */
  FILE,
  USER;

  static final String WORKOUTS_READ = "workouts_read";
  static final String USER_READ = "user_read";
  static final String OFFLINE = "offline_data";

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean granted(AccountContext facts) {
    return facts.granted(this == USER ? USER_READ : WORKOUTS_READ);
  }

  @Override
  public boolean textNumbers() {
    return this != FILE;
  }

  @Override
  public boolean undated() {
    return this == USER;
  }
}
