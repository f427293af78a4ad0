package io.tributary.webhook;

import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.Patch;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Bus messages of webhook.command and webhook.batch and their replies. */
public sealed interface WebhookMessages extends BusMessage.Local {
  /** Team and environment of the endpoints; the team must belong to the organization. */
  record Scope(UUID organisation, UUID team, Environment environment) {}

  /**
   * Creates an endpoint. Reply: {@link EndpointView}.
   *
   * @param secret signing secret; null to generate one
   */
  record CreateEndpoint(
      Scope scope,
      String url,
      String description,
      Integer rateLimit,
      boolean disabled,
      List<String> filterTypes,
      boolean ordered,
      String secret)
      implements WebhookMessages {
    @Override
    public String toString() {
      return "CreateEndpoint[" + scope + ", ***]";
    }
  }

  /**
   * Changes an endpoint. Reply: {@link EndpointView}. A null url, disabled or ordered keeps the old
   * value.
   */
  record PatchEndpoint(
      Scope scope,
      String id,
      Patch<String> url,
      Patch<String> description,
      Patch<Integer> rateLimit,
      Patch<Boolean> disabled,
      Patch<List<String>> filterTypes,
      Patch<Boolean> ordered)
      implements WebhookMessages {}

  /** Deletes an endpoint. Reply: Ack. */
  record RemoveEndpoint(Scope scope, String id) implements WebhookMessages {}

  /**
   * Replaces the signing secret. Reply: Ack.
   *
   * @param key new secret; null to generate one
   */
  record RotateSecret(Scope scope, String id, String key) implements WebhookMessages {
    @Override
    public String toString() {
      return "RotateSecret[" + scope + ", " + id + ", ***]";
    }
  }

  /** Replaces all custom headers of an endpoint, as allowed by {@link HeaderRules}. Reply: Ack. */
  record ReplaceHeaders(Scope scope, String id, Map<String, String> headers)
      implements WebhookMessages {
    public ReplaceHeaders {
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    @Override
    public String toString() {
      return "ReplaceHeaders[" + scope + ", " + id + ", ***]";
    }
  }

  /**
   * Sends a message again: one extra attempt now, outside the schedule.
   *
   * <p>If such an attempt is already queued, no second one is added. Reply: {@link Sent}. Fails
   * with 400 if the payload has expired, and with 409 if the endpoint is disabled.
   */
  record Resend(Scope scope, String endpoint, String message) implements WebhookMessages {}

  /**
   * Sends a message with the catalog's example of a type to this endpoint only, regardless of its
   * filter. Reply: {@link Sent}. Fails with 409 if the endpoint is disabled.
   */
  record SendExample(Scope scope, String endpoint, String eventType) implements WebhookMessages {}

  /**
   * Removes the payload of a message, stored responses to it, and all future deliveries, at all
   * destinations. Reply: Ack, also if it was already removed.
   */
  record Expunge(Scope scope, String endpoint, String message) implements WebhookMessages {}

  /** Commands that may affect many rows; sent to webhook.batch. Reply: {@link Count}. */
  sealed interface Batch extends WebhookMessages {
    Scope scope();

    String endpoint();
  }

  /** Queues an extra attempt for every failed or canceled message of the window. */
  record Recover(Scope scope, String endpoint, Instant since, Instant until) implements Batch {}

  /**
   * Queues an extra attempt for every message of the window that is not waiting for a scheduled
   * attempt, including delivered ones.
   *
   * @param type a type or type family; null for all
   * @param user null for all users
   */
  record Replay(Scope scope, String endpoint, Instant since, Instant until, String type, UUID user)
      implements Batch {}

  /** Endpoint after a command. */
  record EndpointView(Endpoint endpoint) implements WebhookMessages {}

  /** ID of the message to be sent. */
  record Sent(String messageId) implements WebhookMessages {}

  /** Number of extra attempts queued. */
  record Count(int count) implements WebhookMessages {}
}
