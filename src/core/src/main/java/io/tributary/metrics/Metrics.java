package io.tributary.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Meter registry of the node.
 *
 * <p>Names and labels are listed in src/docs/metrics.md. Labels never contain user IDs.
 */
public final class Metrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /** Returns the registry, for libraries that bind their own meters. */
  public PrometheusMeterRegistry registry() {
    return registry;
  }

  /** Returns a counter; {@code labels} are name, value, name, value, … */
  public Counter counter(String name, String... labels) {
    return registry.counter(name, labels);
  }

  public Timer timer(String name, String... labels) {
    return registry.timer(name, labels);
  }

  /** Returns a timer with buckets at the given bounds. */
  public Timer histogram(String name, Duration[] bounds, String... labels) {
    return Timer.builder(name).tags(labels).serviceLevelObjectives(bounds).register(registry);
  }

  /** Registers a gauge that is evaluated at each scrape. */
  public void gauge(String name, Supplier<Number> value, String... labels) {
    Gauge.builder(name, value).tags(labels).strongReference(true).register(registry);
  }

  /** Returns all metrics in the Prometheus text format. */
  public String scrape() {
    return registry.scrape();
  }

  /**
   * Closes the registry and removes all meters. Vert.x references the registry for the lifetime of
   * the process, and the meters would keep the whole node reachable.
   */
  @Override
  public void close() {
    registry.close();
    registry.clear();
  }
}
