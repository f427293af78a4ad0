package io.tributary.core;

import java.util.Objects;
import java.util.UUID;

/** Scope of data access: one team in one environment. Every query is restricted to it. */
public record Tenant(UUID team, Environment environment) {
  public Tenant {
    Objects.requireNonNull(team, "team");
    Objects.requireNonNull(environment, "environment");
  }

  public static Tenant of(UUID team, String environment) {
    return new Tenant(
        team,
        Environment.of(environment)
            .orElseThrow(() -> new IllegalArgumentException("environment: " + environment)));
  }

  public boolean sandbox() {
    return environment == Environment.SANDBOX;
  }
}
