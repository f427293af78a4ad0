package io.tributary.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import java.time.Instant;
import java.util.Optional;

/** Builds the event {@code message.attempt.exhausted}. */
final class ExhaustedEvent {
  private ExhaustedEvent() {}

  /** Returns the event; empty for a failed message of this same type, which would loop. */
  static Optional<Event> of(DeliveryResult result, Tenant tenant) {
    Delivery d = result.delivery();
    if (d.eventType().equals(EventTypes.ATTEMPT_EXHAUSTED) || result.attempt().isEmpty()) {
      return Optional.empty();
    }
    DeliveryResult.CompletedAttempt last = result.attempt().get();
    Instant first = d.firstAttemptAt().orElse(last.outcome().startedAt());
    ObjectNode data =
        Json.object()
            .put("message_id", d.messageId())
            .put("webhook_id", d.endpointId())
            .put("event_type", d.eventType())
            .put("attempt_count", result.attempts())
            .put("first_attempt_at", Times.format(first));
    data.putObject("last_attempt")
        .put("id", last.id().toString())
        .put("response_status_code", last.outcome().status())
        .put("error_class", last.outcome().error().map(DeliveryError::wire).orElse(null))
        .put("timestamp", Times.format(last.outcome().startedAt()));
    return Optional.of(
        new Event(EventTypes.ATTEMPT_EXHAUSTED, tenant, d.userId(), clientUser(d), data));
  }

  /** Reads the client user ID from the envelope of the failed message. */
  private static String clientUser(Delivery d) {
    JsonNode value = Json.parse(d.body().getBytes()).path("client_user_id");
    return value.isTextual() ? value.textValue() : null;
  }
}
