package io.tributary.teamcredential;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.Patch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Commands that change a team's provider credentials and scope requirements, on {@code
 * credential.command}. Local.
 */
sealed interface CredentialMessages extends BusMessage.Local {
  UUID organisation();

  /**
   * Creates or changes a team's application; absent fields keep their value. Replies with {@link
   * View}.
   */
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

  /** Removes applications that no connection uses. Replies with {@link Removed}. */
  record Remove(UUID organisation, Environment environment, List<UUID> ids)
      implements CredentialMessages {
    public Remove {
      ids = List.copyOf(ids);
    }
  }

  /** Scopes that users of a team must grant, and may grant. */
  record Scopes(List<String> required, List<String> optional) {
    public Scopes {
      required = List.copyOf(required);
      optional = List.copyOf(optional);
    }
  }

  /**
   * Sets scope requirements by provider; an empty Optional removes one. Replies with {@code
   * CompletedWorkout}.
   */
  record SetRequirements(UUID organisation, UUID team, Map<String, Optional<Scopes>> providers)
      implements CredentialMessages {
    public SetRequirements {
      providers = Map.copyOf(providers);
    }
  }

  /** Prepares the webhook URL of a team's application. Replies with {@link WebhookUrl}. */
  record PrepareWebhook(UUID organisation, UUID team, Environment environment, String provider)
      implements CredentialMessages {}

  /** Webhook URL; empty when the provider sends no notifications. */
  record WebhookUrl(Optional<String> pushes) implements BusMessage.Local {
    @Override
    public String toString() {
      return "PushAddress[***]";
    }
  }

  /** Application as responses show it. */
  record View(CredentialView credential) implements BusMessage.Local {}

  record Removed(List<UUID> success, List<UUID> failure, List<UUID> notFound)
      implements BusMessage.Local {}
}
