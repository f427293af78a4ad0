package io.tributary.delivery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.tributary.metrics.Metrics;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Delivery metrics of a node. Queue depth and age cover the shards that the node owns. */
public final class DeliveryMetrics {
  private final Map<DeliveryResult.State, Counter> outcomes =
      new EnumMap<>(DeliveryResult.State.class);
  private final Timer attempts;
  private final Map<Integer, PendingDeliveryRepo.QueueDepth> depths = new ConcurrentHashMap<>();
  private final Map<Integer, Long> unreadable = new ConcurrentHashMap<>();

  public DeliveryMetrics(Metrics meters, TransportRegistry sender) {
    for (DeliveryResult.State s : DeliveryResult.State.values()) {
      outcomes.put(s, meters.counter("tributary_webhook_deliveries", "outcome", s.outcome()));
    }
    attempts = meters.timer("tributary_webhook_attempt_duration");
    meters.gauge("tributary_webhook_attempts_active", () -> sender.slots().inFlight());
    meters.gauge("tributary_webhook_buffer_bytes", () -> sender.memory().used());
    meters.gauge(
        "tributary_webhook_pending",
        () -> depths.values().stream().mapToLong(PendingDeliveryRepo.QueueDepth::pending).sum());
    meters.gauge(
        "tributary_webhook_oldest_due_seconds",
        () ->
            depths.values().stream()
                .mapToDouble(PendingDeliveryRepo.QueueDepth::oldestSeconds)
                .max()
                .orElse(0));
    meters.gauge(
        "tributary_webhook_undecryptable_endpoints",
        () -> unreadable.values().stream().mapToLong(Long::longValue).sum());
  }

  void count(DeliveryResult result) {
    outcomes.get(result.state()).increment();
    result.attempt().ifPresent(made -> attempts.record(made.outcome().duration()));
  }

  void depth(int shard, PendingDeliveryRepo.QueueDepth depth) {
    depths.put(shard, depth);
  }

  void unreadable(int shard, long endpoints) {
    unreadable.put(shard, endpoints);
  }

  void released(int shard) {
    unreadable.remove(shard);
    depths.remove(shard);
  }
}
