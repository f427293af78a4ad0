package io.tributary.pull;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.model.Resource;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Commands that change pull preferences, on {@code preference.command}. Local; the reply is {@code
 * Done}.
 */
sealed interface PreferenceMessages extends BusMessage.Local {
  UUID organisation();

  Environment environment();

  /** Days of history for a provider: the default, and overrides for single resources. */
  record HistoryDays(int defaultDays, Map<Resource, Integer> overrides) {
    public HistoryDays {
      overrides = Map.copyOf(overrides);
    }
  }

  /**
   * Replaces the preferences of the teams for these providers. The whole command fails when a team
   * is unknown.
   */
  record Put(
      UUID organisation,
      Environment environment,
      List<UUID> teams,
      Map<String, HistoryDays> providers)
      implements PreferenceMessages {
    public Put {
      teams = List.copyOf(teams);
      providers = Map.copyOf(providers);
    }
  }

  /**
   * Removes preferences, which restores the providers' own ranges. No teams or no providers means
   * all of the organization.
   */
  record Remove(
      UUID organisation, Environment environment, List<UUID> teams, List<String> providers)
      implements PreferenceMessages {
    public Remove {
      teams = List.copyOf(teams);
      providers = List.copyOf(providers);
    }
  }
}
