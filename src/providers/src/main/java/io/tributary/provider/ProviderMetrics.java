package io.tributary.provider;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.tributary.metrics.Metrics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Metrics of the calls to one provider's hosts, recorded by {@link ProviderHttp}. */
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

  /** Records a response. */
  void answered(int status, long nanos) {
    time.record(nanos, TimeUnit.NANOSECONDS);
    count(status == 429 ? "429" : status / 100 + "xx");
  }

  /** Records a call without a response. */
  void lost(long nanos) {
    time.record(nanos, TimeUnit.NANOSECONDS);
    count("lost");
  }

  /** Records a call that an open breaker prevented. */
  void leftAlone() {
    count("left_alone");
  }

  /** Records an opened breaker; called again after each failed trial call. */
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
