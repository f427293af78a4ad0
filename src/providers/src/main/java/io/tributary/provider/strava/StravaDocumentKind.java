package io.tributary.provider.strava;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** Documents that are read from Strava. */
enum StravaDocumentKind implements DocumentKind {
  /** A full activity. */
  ACTIVITY,
  /** Streams of an activity as {@code {"activity_id", "streams"}}, because they do not name it. */
  STREAMS,
  ATHLETE;

  static final String READ = "activity:read";
  static final String READ_ALL = "activity:read_all";
  static final String PROFILE = "profile:read_all";

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean isGranted(AccountContext facts) {
    return switch (this) {
      case ACTIVITY -> facts.isGranted(READ) || facts.isGranted(READ_ALL);
      case STREAMS -> facts.isGranted(READ_ALL);
      case ATHLETE -> facts.isGranted(PROFILE);
    };
  }

  @Override
  public boolean isUndated() {
    return this == ATHLETE;
  }
}
