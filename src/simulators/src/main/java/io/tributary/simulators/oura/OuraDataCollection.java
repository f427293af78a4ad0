package io.tributary.simulators.oura;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Data collection of the vendor: path name, scopes of which one must be granted, and kind of
 * response.
 */
enum OuraDataCollection {
  DAILY_ACTIVITY("daily_activity", Kind.DATED, "daily"),
  SLEEP("sleep", Kind.DATED, "daily"),
  DAILY_SLEEP("daily_sleep", Kind.DATED, "daily"),
  DAILY_READINESS("daily_readiness", Kind.DATED, "daily"),
  HEARTRATE("heartrate", Kind.SERIES, "heartrate"),
  WORKOUT("workout", Kind.DATED, "workout"),
  SESSION("session", Kind.DATED, "session"),
  DAILY_SPO2("daily_spo2", Kind.DATED, "spo2", "spo2Daily"),
  VO2_MAX("vO2_max", Kind.DATED, "heart_health"),
  PERSONAL_INFO("personal_info", Kind.SINGLE, "personal"),
  RING_CONFIGURATION("ring_configuration", Kind.UNDATED, "ring_configuration");

  /** Query and response format of a collection. */
  enum Kind {
    /** Documents with a local day, queried by start_date and end_date. */
    DATED,
    /** Documents without a day. */
    UNDATED,
    /** Points in UTC, queried by start_datetime and end_datetime. */
    SERIES,
    /** Exactly one document, returned without a list. */
    SINGLE
  }

  final String path;
  final Kind kind;
  final Set<String> anyScope;

  OuraDataCollection(String path, Kind kind, String... anyScope) {
    this.path = path;
    this.kind = kind;
    this.anyScope = Set.of(anyScope);
  }

  static Optional<OuraDataCollection> ofPath(String path) {
    return Arrays.stream(values()).filter(c -> c.path.equals(path)).findFirst();
  }
}
