package io.tributary.provider.withings;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;

/** Documents that are read from Withings, with the scope that each requires. */
enum WithingsDocumentKind implements DocumentKind {
  MEASURE("measure", WithingsDocumentKind.METRICS),
  ACTIVITY("activity", WithingsDocumentKind.ACTIVITIES),
  INTRADAY("intraday", WithingsDocumentKind.ACTIVITIES),
  WORKOUT("workout", WithingsDocumentKind.ACTIVITIES),
  SLEEP("sleep", WithingsDocumentKind.ACTIVITIES),
  /** Stages and readings of one sleep. */
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
   * Returns true for measures and intraday data even without their scope, because they also contain
   * readings of resources that the other scope covers. Without their own scope they are empty, and
   * the resource comes from the other documents.
   */
  @Override
  public boolean isGranted(AccountContext facts) {
    return this == MEASURE || this == INTRADAY || isScopeGranted(facts);
  }

  boolean isScopeGranted(AccountContext facts) {
    return facts.isGranted(scope);
  }

  @Override
  public boolean isUndated() {
    return this == DEVICE;
  }
}
