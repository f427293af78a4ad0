package io.tributary.provider;

/**
 * Method by which users link a provider; {@code wire} is the {@code auth_type} of the providers
 * list.
 */
public enum AuthKind {
  OAUTH("oauth"),
  TEAM_OAUTH("team_oauth"),
  SDK("sdk"),
  PASSWORD("password"),
  EMAIL("email"),
  APP("app"),
  MANUAL("");

  private final String wire;

  AuthKind(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }
}
