package io.tributary.teamcredential;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.Patch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Changes of what teams bring to providers; address {@code credential.command}, local. */
sealed interface CredentialMessages extends BusMessage.Local {
  UUID organisation();

  /** Makes or changes a team's application; absent parts stay. Reply: {@link View}. */
  record Put(
      UUID organisation,
      UUID team,
      Environment environment,
      String provider,
      Optional<String> clientId,
      Optional<String> clientSecret,
      Patch<CredentialDetails> details,
      Patch<String> redirect)
      implements CredentialMessages {
    @Override
    public String toString() {
      return "Put[" + team + ", " + provider + ", ***]";
    }
  }

  /** Takes applications away that no connection uses. Reply: {@link Removed}. */
  record Remove(UUID organisation, Environment environment, List<UUID> ids)
      implements CredentialMessages {
    public Remove {
      ids = List.copyOf(ids);
    }
  }

  /** What users of a team must and may grant. */
  record Scopes(List<String> must, List<String> may) {
    public Scopes {
      must = List.copyOf(must);
      may = List.copyOf(may);
    }
  }

  /** Sets requirements by provider; an empty Optional resets one. Reply: Done. */
  record Require(UUID organisation, UUID team, Map<String, Optional<Scopes>> providers)
      implements CredentialMessages {
    public Require {
      providers = Map.copyOf(providers);
    }
  }

  /**
   * Readies the address that pushes for a team's application come to. Reply: {@link PushAddress}.
   */
  record Prepare(UUID organisation, UUID team, Environment environment, String provider)
      implements CredentialMessages {}

  /** Empty: the provider does not push. */
  record PushAddress(Optional<String> pushes) implements BusMessage.Local {
    @Override
    public String toString() {
      return "PushAddress[***]";
    }
  }

  /** An application as it is shown. */
  record View(CredentialView credential) implements BusMessage.Local {}

  record Removed(List<UUID> success, List<UUID> failure, List<UUID> notFound)
      implements BusMessage.Local {}
}
