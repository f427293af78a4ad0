package io.tributary.provider.whoop;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKind;

/** Documents that are read from WHOOP, with path and required scope. */
enum WhoopDocumentKind implements DocumentKind {
  CYCLE("cycle", "/v2/cycle", "read:cycles"),
  SLEEP("sleep", "/v2/activity/sleep", "read:sleep"),
  RECOVERY("recovery", "/v2/recovery", "read:recovery"),
  WORKOUT("workout", "/v2/activity/workout", "read:workout"),
  BODY("body", "/v2/user/measurement/body", "read:body_measurement");

  private final String wire;
  private final String path;
  private final String scope;

  WhoopDocumentKind(String wire, String path, String scope) {
    this.wire = wire;
    this.path = path;
    this.scope = scope;
  }

  String path() {
    return path;
  }

  String scope() {
    return scope;
  }

  @Override
  public String wire() {
    return wire;
  }

  @Override
  public boolean isGranted(AccountContext facts) {
    return facts.isGranted(scope);
  }

  @Override
  public boolean isUndated() {
    return this == BODY;
  }
}
