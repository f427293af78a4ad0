package io.tributary.pull;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.model.Resource;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Changes of pull preferences; address {@code preference.command}, local. Replies: Done. */
sealed interface PreferenceMessages extends BusMessage.Local {
  UUID organisation();

  Environment environment();

  /** Days of a provider: what holds in general, and for single resources. */
  record Days(int general, Map<Resource, Integer> overrides) {
    public Days {
      overrides = Map.copyOf(overrides);
    }
  }

  /** Replaces what the teams had for these providers. A foreign team is refused, with all. */
  record Put(
      UUID organisation, Environment environment, List<UUID> teams, Map<String, Days> providers)
      implements PreferenceMessages {
    public Put {
      teams = List.copyOf(teams);
      providers = Map.copyOf(providers);
    }
  }

  /** Back to the providers' own ranges; no teams or providers = all of the organisation. */
  record Remove(
      UUID organisation, Environment environment, List<UUID> teams, List<String> providers)
      implements PreferenceMessages {
    public Remove {
      teams = List.copyOf(teams);
      providers = List.copyOf(providers);
    }
  }
}
