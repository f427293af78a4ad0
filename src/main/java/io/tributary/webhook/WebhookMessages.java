package io.tributary.webhook;

import io.tributary.bus.BusMessage;
import io.tributary.kernel.Environment;
import io.tributary.kernel.Patch;
import java.util.List;
import java.util.UUID;

/** What is asked of webhook.command, and its replies. */
public sealed interface WebhookMessages extends BusMessage.Local {
  /** Whose endpoints: the team must belong to the organisation. */
  record Scope(UUID organisation, UUID team, Environment environment) {}

  /**
   * Reply {@link EndpointView}.
   *
   * @param secret null = one is made
   */
  record CreateEndpoint(
      Scope scope,
      String url,
      String description,
      Integer rateLimit,
      boolean disabled,
      List<String> filterTypes,
      String secret)
      implements WebhookMessages {
    @Override
    public String toString() {
      return "CreateEndpoint[" + scope + ", ***]";
    }
  }

  /** Reply {@link EndpointView}. Null as url or disabled keeps them. */
  record PatchEndpoint(
      Scope scope,
      String id,
      Patch<String> url,
      Patch<String> description,
      Patch<Integer> rateLimit,
      Patch<Boolean> disabled,
      Patch<List<String>> filterTypes)
      implements WebhookMessages {}

  /** Reply Done. */
  record RemoveEndpoint(Scope scope, String id) implements WebhookMessages {}

  /**
   * Reply Done.
   *
   * @param key null = one is made
   */
  record RotateSecret(Scope scope, String id, String key) implements WebhookMessages {
    @Override
    public String toString() {
      return "RotateSecret[" + scope + ", " + id + ", ***]";
    }
  }

  /** The endpoint after a command. */
  record EndpointView(Endpoint endpoint) implements WebhookMessages {}
}
