package io.tributary.core;

import java.util.Optional;

/** The two data sets of a team. Nothing ever crosses from one to the other. */
public enum Environment {
  SANDBOX("sandbox"),
  PRODUCTION("production");

  private final String wire;

  Environment(String wire) {
    this.wire = wire;
  }

  /** The name on the wire and in the database. */
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
