package io.tributary.model;

import java.util.Locale;

/** Time zone information that a provider supplies, per kind of data. */
public enum TimeZonePolicy {
  /** The offset is part of the data. */
  KNOWN,
  /** The user's fallback zone applies, otherwise UTC. */
  FALLBACK_OR_UTC,
  /** The user's fallback zone applies; otherwise the zone is unknown. */
  FALLBACK_OR_NULL,
  /** The adapter infers the zone; otherwise it is unknown. */
  INFERRED_OR_NULL,
  /** The zone is never known. */
  NULL,
  /** Local time without zone, rendered as if it were UTC. */
  FLOATING,
  /** The provider has no such data. */
  NOT_SUPPLIED,
  /** Treated as {@link #FALLBACK_OR_NULL}. */
  UNPUBLISHED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether the user's fallback zone may be used. */
  boolean usesFallback() {
    return switch (this) {
      case KNOWN, FALLBACK_OR_UTC, FALLBACK_OR_NULL, UNPUBLISHED -> true;
      case INFERRED_OR_NULL, NULL, FLOATING, NOT_SUPPLIED -> false;
    };
  }
}
