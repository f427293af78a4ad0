package io.tributary.provider;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.tributary.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Calls of one provider's hosts, as {@link ProviderHttp} makes them. */
public final class ProviderMetrics {
  private final Metrics meters;
  private final String slug;
  private final Timer time;
  private final Set<String> open = ConcurrentHashMap.newKeySet();
  private final Map<String, Counter> calls = new ConcurrentHashMap<>();

  public ProviderMetrics(Metrics meters, String slug) {
    this.meters = meters;
    this.slug = slug;
    this.time = meters.timer("tributary_provider_call", "provider", slug);
    meters.gauge("tributary_provider_breakers_open", open::size, "provider", slug);
  }

  /** An answer came. */
  void answered(int status, long nanos) {
    time.record(nanos, TimeUnit.NANOSECONDS);
    count(status == 429 ? "429" : status / 100 + "xx");
  }

  /** None came. */
  void lost(long nanos) {
    time.record(nanos, TimeUnit.NANOSECONDS);
    count("lost");
  }

  /** The host is left alone for a while. */
  void leftAlone() {
    count("left_alone");
  }

  /** It opens again after each trial that fails. */
  void opened(String host) {
    open.add(host);
  }

  void closed(String host) {
    open.remove(host);
  }

  private void count(String outcome) {
    calls
        .computeIfAbsent(
            outcome,
            o -> meters.counter("tributary_provider_calls", "provider", slug, "outcome", o))
        .increment();
  }
}
