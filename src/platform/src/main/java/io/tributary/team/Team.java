package io.tributary.team;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Team with the settings of its environments. */
record Team(
    UUID id,
    UUID org,
    String name,
    Optional<String> integrationTeamId,
    Instant createdOn,
    Map<Environment, Settings> environments)
    implements BusMessage.Local {

  /** Settings of one environment. */
  record Settings(
      FeatureFlags featureFlags, Optional<TeamBranding> brand, Optional<String> logoUrl) {}

  Team {
    environments = Map.copyOf(environments);
  }
}
