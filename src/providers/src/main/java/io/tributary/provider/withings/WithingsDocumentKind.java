package io.tributary.provider.withings;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;

/** The documents that are used, and the scope without which they do not open. */
enum WithingsDocumentKind implements DocumentKind {
  MEASURE("measure", WithingsDocumentKind.METRICS),
  ACTIVITY("activity", WithingsDocumentKind.ACTIVITIES),
  INTRADAY("intraday", WithingsDocumentKind.ACTIVITIES),
  WORKOUT("workout", WithingsDocumentKind.ACTIVITIES),
  SLEEP("sleep", WithingsDocumentKind.ACTIVITIES),
  /** The stages and readings of one sleep. */
  STAGES("sleep_stages", WithingsDocumentKind.ACTIVITIES),
  HEART("heart", WithingsDocumentKind.METRICS),
  SIGNAL("heart_signal", WithingsDocumentKind.METRICS),
  DEVICE("device", WithingsDocumentKind.INFO);

  static final String METRICS = "user.metrics";
  static final String ACTIVITIES = "user.activity";
  static final String INFO = "user.info";

  private final String wire;
  private final String scope;

  WithingsDocumentKind(String wire, String scope) {
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
  public boolean granted(AccountContext facts) {
    return this == MEASURE || this == INTRADAY || opens(facts);
  }

  boolean opens(AccountContext facts) {
    return facts.granted(scope);
  }

  @Override
  public boolean undated() {
    return this == DEVICE;
  }
}
