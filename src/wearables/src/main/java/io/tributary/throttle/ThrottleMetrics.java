package io.tributary.throttle;

import io.micrometer.core.instrument.Counter;
import io.tributary.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Metrics of all throttles of a node, registered once, because throttles come and go with their
 * leases. Gauges of a provider that another node owns read 0.
 */
public final class ThrottleMetrics {
  private final Map<String, Slug> slugs;
  private final Metrics meters;
  private final Map<String, Counter> dropped = new ConcurrentHashMap<>();

  /** Metrics of one provider. */
  static final class Slug {
    private volatile long queued;
    private volatile double oldestSeconds;
    private volatile long unfinished;
    private final Counter granted;
    private final Counter callsGranted;
    private final Counter callsRefused;

    private Slug(Metrics meters, String slug) {
      meters.gauge("tributary_pull_triggers_queued", () -> queued, "provider", slug);
      meters.gauge(
          "tributary_pull_triggers_oldest_queued_seconds", () -> oldestSeconds, "provider", slug);
      meters.gauge("tributary_pull_triggers_unfinished", () -> unfinished, "provider", slug);
      granted = meters.counter("tributary_pull_triggers_granted", "provider", slug);
      callsGranted =
          meters.counter("tributary_provider_permits", "provider", slug, "outcome", "granted");
      callsRefused =
          meters.counter("tributary_provider_permits", "provider", slug, "outcome", "refused");
    }

    void depth(long queued, double oldestSeconds, long unfinished) {
      this.queued = queued;
      this.oldestSeconds = oldestSeconds;
      this.unfinished = unfinished;
    }

    void granted(int count) {
      granted.increment(count);
    }

    void calls(boolean yes, int count) {
      (yes ? callsGranted : callsRefused).increment(count);
    }
  }

  public ThrottleMetrics(Metrics meters) {
    this.meters = meters;
    this.slugs =
        ThrottledProviders.ALL.stream()
            .collect(Collectors.toUnmodifiableMap(s -> s, s -> new Slug(meters, s)));
  }

  Slug of(String slug) {
    return slugs.get(slug);
  }

  void dropped(String slug, String reason, int count) {
    dropped
        .computeIfAbsent(
            slug + " " + reason,
            k ->
                meters.counter(
                    "tributary_pull_triggers_dropped", "provider", slug, "reason", reason))
        .increment(count);
  }
}
