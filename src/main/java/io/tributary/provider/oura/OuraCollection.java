package io.tributary.provider.oura;

/** The collections of the user API that are used; the wire name is the last path segment. */
enum OuraCollection {
  PERSONAL_INFO("personal_info"),
  RING_CONFIGURATION("ring_configuration"),
  DAILY_ACTIVITY("daily_activity"),
  SLEEP("sleep"),
  DAILY_SLEEP("daily_sleep"),
  DAILY_READINESS("daily_readiness"),
  HEARTRATE("heartrate"),
  WORKOUT("workout"),
  SESSION("session"),
  DAILY_SPO2("daily_spo2"),
  VO2_MAX("vO2_max");

  private final String wire;

  OuraCollection(String wire) {
    this.wire = wire;
  }

  String wire() {
    return wire;
  }
}
