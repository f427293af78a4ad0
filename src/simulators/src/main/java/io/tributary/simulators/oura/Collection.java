package io.tributary.simulators.oura;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** The vendor's data collections: path name, scopes of which one must be granted, kind of reply. */
enum Collection {
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

  /** How a collection is asked and answered. */
  enum Kind {
    /** Documents with a local day, asked by start_date and end_date. */
    DATED,
    /** Documents without a day. */
    UNDATED,
    /** Points in UTC, asked by start_datetime and end_datetime. */
    SERIES,
    /** Exactly one document, answered bare. */
    SINGLE
  }

  final String path;
  final Kind kind;
  final Set<String> anyScope;

  Collection(String path, Kind kind, String... anyScope) {
    this.path = path;
    this.kind = kind;
    this.anyScope = Set.of(anyScope);
  }

  static Optional<Collection> ofPath(String path) {
    return Arrays.stream(values()).filter(c -> c.path.equals(path)).findFirst();
  }
}
