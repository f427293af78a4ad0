package io.tributary.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The node's meters. Names and labels are listed in src/docs/metrics.md; labels never hold ids of
 * users.
 */
public final class Metrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /** The registry, for libraries that bind their own meters. */
  public PrometheusMeterRegistry registry() {
    return registry;
  }

  /** A counter; {@code labels} are name, value, name, value, … */
  public Counter counter(String name, String... labels) {
    return registry.counter(name, labels);
  }

  public Timer timer(String name, String... labels) {
    return registry.timer(name, labels);
  }

  /** A timer with counts of those that took at most so long. */
  public Timer histogram(String name, Duration[] bounds, String... labels) {
    return Timer.builder(name).tags(labels).serviceLevelObjectives(bounds).register(registry);
  }

  /** A gauge that is read at each scrape. */
  public void gauge(String name, Supplier<Number> value, String... labels) {
    Gauge.builder(name, value).tags(labels).strongReference(true).register(registry);
  }

  /** The page that Prometheus reads. */
  public String scrape() {
    return registry.scrape();
  }

  /**
   * Ends all meters. What they measure, the whole node, would stay as long as anything still knows
   * them; Vert.x does, for as long as the process runs.
   */
  @Override
  public void close() {
    registry.close();
    registry.clear();
  }
}
