package io.tributary.provider.wahoo;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** Documents that are read from Wahoo. */
enum WahooDocumentKind implements DocumentKind {
  /** A workout with its summary. */
  WORKOUT,
  /**
   * FIT file of a workout in the envelope of {@link WahooFile}, because it does not name the
   * workout.
   */
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
  public boolean isGranted(AccountContext facts) {
    return facts.isGranted(this == USER ? USER_READ : WORKOUTS_READ);
  }

  @Override
  public boolean hasTextNumbers() {
    return this != FILE;
  }

  @Override
  public boolean isUndated() {
    return this == USER;
  }
}
