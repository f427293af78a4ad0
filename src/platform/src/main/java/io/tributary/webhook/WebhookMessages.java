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

/** What is asked of webhook.command and webhook.batch, and the replies. */
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
      boolean ordered,
      String secret)
      implements WebhookMessages {
    @Override
    public String toString() {
      return "CreateEndpoint[" + scope + ", ***]";
    }
  }

  /** Reply {@link EndpointView}. Null as url, disabled or ordered keeps them. */
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

  /** Replaces all headers of an endpoint by ones that {@link HeaderRules} takes. Reply Done. */
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
   * One extra attempt for a message, now and outside of the schedule; asked for again before it was
   * made, there is still one. Reply {@link Sent}. Refused with 400 when the payload is gone, 409
   * when the endpoint is disabled.
   */
  record Resend(Scope scope, String endpoint, String message) implements WebhookMessages {}

  /**
   * A message with the catalogue's example of a type, for this endpoint alone and whatever its
   * filter says. Reply {@link Sent}. Refused with 409 when the endpoint is disabled.
   */
  record SendExample(Scope scope, String endpoint, String eventType) implements WebhookMessages {}

  /**
   * Removes the payload of a message, what receivers answered to it, and every delivery still to
   * come, at all destinations. Reply Done, also when it is gone already.
   */
  record Expunge(Scope scope, String endpoint, String message) implements WebhookMessages {}

  /** What may touch many rows; asked of webhook.batch. Reply {@link Count}. */
  sealed interface Batch extends WebhookMessages {
    Scope scope();

    String endpoint();
  }

  /** An extra attempt for every failed or canceled message of the window. */
  record Recover(Scope scope, String endpoint, Instant since, Instant until) implements Batch {}

  /**
   * An extra attempt for every message of the window that no longer waits for a first or next one,
   * delivered ones too.
   *
   * @param type a type or family of types, null = all
   * @param user null = all
   */
  record Replay(Scope scope, String endpoint, Instant since, Instant until, String type, UUID user)
      implements Batch {}

  /** The endpoint after a command. */
  record EndpointView(Endpoint endpoint) implements WebhookMessages {}

  /** The message that is on its way. */
  record Sent(String messageId) implements WebhookMessages {}

  /** How many extra attempts a command has queued. */
  record Count(int count) implements WebhookMessages {}
}
