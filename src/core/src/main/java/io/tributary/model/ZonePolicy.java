package io.tributary.model;

import java.util.Locale;

/** What a provider knows of time zones, per kind of data (wearables-providers.md §2). */
public enum ZonePolicy {
  /** The offset comes with the data. */
  KNOWN,
  /** The user's fallback zone, else UTC. */
  FALLBACK_OR_UTC,
  /** The user's fallback zone, else none. */
  FALLBACK_OR_NULL,
  /** What the adapter infers, else none. */
  INFERRED_OR_NULL,
  /** Never known. */
  NULL,
  /** A wall clock without zone, printed as if it were UTC. */
  FLOATING,
  /** The provider has no such data. */
  NOT_SUPPLIED,
  /** Read as {@link #FALLBACK_OR_NULL}. */
  UNPUBLISHED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the user's fallback zone may stand in. */
  boolean takesFallback() {
    return switch (this) {
      case KNOWN, FALLBACK_OR_UTC, FALLBACK_OR_NULL, UNPUBLISHED -> true;
      case INFERRED_OR_NULL, NULL, FLOATING, NOT_SUPPLIED -> false;
    };
  }
}
