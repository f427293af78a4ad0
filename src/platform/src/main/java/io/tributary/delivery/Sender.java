package io.tributary.delivery;

import io.opentelemetry.api.trace.Span;
import io.tributary.config.WebhookConfig;
import io.tributary.telemetry.Spans;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Map;

/**
 * What all shards of a node send with: a transport for each kind of destination, and the node's
 * limits on attempts in flight and on messages in memory.
 */
public final class Sender {
  private final Map<Kind, Transport> transports;
  private final Slots slots;
  private final Memory memory;
  private final Spans spans;

  public Sender(Map<Kind, Transport> transports, WebhookConfig settings, Spans spans) {
    this.transports = Map.copyOf(transports);
    this.slots = new Slots(settings);
    this.memory = new Memory(settings.limits().memory());
    this.spans = spans;
  }

  Slots slots() {
    return slots;
  }

  Memory memory() {
    return memory;
  }

  /** One attempt; the future never fails and completes on the caller's context. */
  Future<Outcome> send(Target target, Delivery delivery) {
    Span span =
        spans.begin(
            "delivery " + target.kind().name().toLowerCase(Locale.ROOT), delivery.messageId());
    return transports
        .get(target.kind())
        .send(target, delivery)
        .onSuccess(o -> Spans.ended(span, o.status(), o.error().map(Enum::name)));
  }
}
