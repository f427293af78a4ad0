package io.tributary.provider.wahoo;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.DocKind;
import java.util.Locale;

/** The documents that are used. */
enum WahooKind implements DocKind {
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
  public boolean granted(AccountFacts facts) {
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
