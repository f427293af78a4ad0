package io.tributary.core;

import java.util.Optional;

/** Environment of a team. The data of the two environments is strictly separated. */
public enum Environment {
  SANDBOX("sandbox"),
  PRODUCTION("production");

  private final String wire;

  Environment(String wire) {
    this.wire = wire;
  }

  /** Returns the name in the API and in the database. */
  public String wire() {
    return wire;
  }

  public static Optional<Environment> of(String wire) {
    for (Environment e : values()) {
      if (e.wire.equals(wire)) {
        return Optional.of(e);
      }
    }
    return Optional.empty();
  }
}
