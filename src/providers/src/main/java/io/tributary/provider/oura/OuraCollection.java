package io.tributary.provider.oura;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;

/** Collections of the user API that are read; the wire name is the last path segment. */
enum OuraCollection implements DocumentKind {
  PERSONAL_INFO("personal_info", "personal"),
  RING_CONFIGURATION("ring_configuration", "ring_configuration"),
  DAILY_ACTIVITY("daily_activity", "daily"),
  SLEEP("sleep", "daily"),
  DAILY_SLEEP("daily_sleep", "daily"),
  DAILY_READINESS("daily_readiness", "daily"),
  HEARTRATE("heartrate", "heartrate"),
  WORKOUT("workout", "workout"),
  SESSION("session", "session"),
  DAILY_SPO2("daily_spo2", "spo2"),
  VO2_MAX("vO2_max", "heart_health");

  private final String wire;
  private final String scope;

  OuraCollection(String wire, String scope) {
    this.wire = wire;
    this.scope = scope;
  }

  /** Scope without which the collection returns 403. */
  String scope() {
    return scope;
  }

  @Override
  public boolean isGranted(AccountContext facts) {
    return facts.isGranted(scope);
  }

  @Override
  public boolean isUndated() {
    return this == PERSONAL_INFO || this == RING_CONFIGURATION;
  }

  @Override
  public String wire() {
    return wire;
  }
}
