package io.tributary.delivery;

import io.opentelemetry.api.trace.Span;
import io.tributary.config.WebhookConfig;
import io.tributary.telemetry.Tracing;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Map;

/**
 * Transports by kind of destination, with the node's limits on in-flight attempts and message
 * memory. Shared by all shards of a node.
 */
public final class TransportRegistry {
  private final Map<DestinationKind, Transport> transports;
  private final AttemptSlots slots;
  private final MemoryBudget memory;
  private final Tracing spans;

  public TransportRegistry(
      Map<DestinationKind, Transport> transports, WebhookConfig settings, Tracing spans) {
    this.transports = Map.copyOf(transports);
    this.slots = new AttemptSlots(settings);
    this.memory = new MemoryBudget(settings.limits().bufferBytes());
    this.spans = spans;
  }

  AttemptSlots slots() {
    return slots;
  }

  MemoryBudget memory() {
    return memory;
  }

  /** Makes one attempt. The future never fails and completes on the caller's context. */
  Future<AttemptOutcome> send(EndpointSnapshot target, Delivery delivery) {
    Span span =
        spans.startSpan(
            "delivery " + target.kind().name().toLowerCase(Locale.ROOT), delivery.messageId());
    return transports
        .get(target.kind())
        .send(target, delivery)
        .onSuccess(o -> Tracing.endSpan(span, o.status(), o.error().map(Enum::name)));
  }
}
