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
  private final Metrics metrics;
  private final String slug;
  private final Timer callTimer;
  private final Set<String> openBreakers = ConcurrentHashMap.newKeySet();
  private final Map<String, Counter> callCounters = new ConcurrentHashMap<>();

  public ProviderMetrics(Metrics meters, String slug) {
    this.metrics = meters;
    this.slug = slug;
    this.callTimer = meters.timer("tributary_provider_request_duration", "provider", slug);
    meters.gauge("tributary_provider_circuits_open", openBreakers::size, "provider", slug);
  }

  /** Records a response. */
  void recordResponse(int status, long nanos) {
    callTimer.record(nanos, TimeUnit.NANOSECONDS);
    count(status == 429 ? "429" : status / 100 + "xx");
  }

  /** Records a call without a response. */
  void recordNoResponse(long nanos) {
    callTimer.record(nanos, TimeUnit.NANOSECONDS);
    count("lost");
  }

  /** Records a call that an open breaker prevented. */
  void recordCircuitOpen() {
    count("left_alone");
  }

  /** Records an opened breaker; called again after each failed trial call. */
  void breakerOpened(String host) {
    openBreakers.add(host);
  }

  void breakerClosed(String host) {
    openBreakers.remove(host);
  }

  private void count(String outcome) {
    callCounters
        .computeIfAbsent(
            outcome,
            o -> metrics.counter("tributary_provider_requests", "provider", slug, "outcome", o))
        .increment();
  }
}
