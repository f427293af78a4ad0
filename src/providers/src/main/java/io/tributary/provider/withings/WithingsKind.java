package io.tributary.provider.withings;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.DocKind;

/** The documents that are used, and the scope without which they do not open. */
enum WithingsKind implements DocKind {
  MEASURE("measure", WithingsKind.METRICS),
  ACTIVITY("activity", WithingsKind.ACTIVITIES),
  INTRADAY("intraday", WithingsKind.ACTIVITIES),
  WORKOUT("workout", WithingsKind.ACTIVITIES),
  SLEEP("sleep", WithingsKind.ACTIVITIES),
  /** The stages and readings of one sleep. */
  STAGES("sleep_stages", WithingsKind.ACTIVITIES),
  HEART("heart", WithingsKind.METRICS),
  SIGNAL("heart_signal", WithingsKind.METRICS),
  DEVICE("device", WithingsKind.INFO);

  static final String METRICS = "user.metrics";
  static final String ACTIVITIES = "user.activity";
  static final String INFO = "user.info";

  private final String wire;
  private final String scope;

  WithingsKind(String wire, String scope) {
    this.wire = wire;
    this.scope = scope;
  }

  @Override
  public String wire() {
    return wire;
  }

  /**
   * Measures and intraday series also hold some readings of resources that the other scope opens:
   * without their own one they are empty, and the resource stays with what else tells it.
   */
  @Override
  public boolean granted(AccountFacts facts) {
    return this == MEASURE || this == INTRADAY || opens(facts);
  }

  boolean opens(AccountFacts facts) {
    return facts.granted(scope);
  }

  @Override
  public boolean undated() {
    return this == DEVICE;
  }
}
