package io.tributary.metrics;

import io.micrometer.core.instrument.Timer;
import io.vertx.core.spi.metrics.PoolMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Metrics of the Vert.x pools: database connections and worker threads in use, waiting callers and
 * their waiting time. All other Vert.x metrics are disabled.
 */
public final class VertxPoolMetrics implements VertxMetrics {
  private final Metrics meters;
  private final Map<String, PoolCounts> pools = new ConcurrentHashMap<>();

  public VertxPoolMetrics(Metrics meters) {
    this.meters = meters;
  }

  /**
   * Ignores pools without a size, which have no waiting callers, and pools without a name, which
   * are numerous.
   */
  @Override
  public PoolMetrics<?, ?> createPoolMetrics(String type, String name, int size) {
    return size <= 0 || name == null || !(type.equals("sql") || type.equals("worker"))
        ? null
        : pools.computeIfAbsent(label(type, name), pool -> new PoolCounts(meters, pool));
  }

  private static String label(String type, String name) {
    return type.equals("sql") ? "db-" + name : name.replace("vert.x-", "");
  }

  /** Metrics shared by all pools of a name; a recreated pool continues the counts. */
  private static final class PoolCounts implements PoolMetrics<Long, Boolean> {
    private final AtomicInteger inUse = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Timer waitTimer;

    PoolCounts(Metrics meters, String pool) {
      meters.gauge("tributary_db_pool_connections_in_use", inUse::get, "pool", pool);
      meters.gauge("tributary_db_pool_waiters", waiting::get, "pool", pool);
      waitTimer = meters.timer("tributary_db_pool_acquire_duration", "pool", pool);
    }

    @Override
    public Long enqueue() {
      waiting.incrementAndGet();
      return System.nanoTime();
    }

    @Override
    public void dequeue(Long since) {
      waiting.decrementAndGet();
      waitTimer.record(System.nanoTime() - since, TimeUnit.NANOSECONDS);
    }

    @Override
    public Boolean begin() {
      inUse.incrementAndGet();
      return true;
    }

    @Override
    public void end(Boolean begun) {
      inUse.decrementAndGet();
    }
  }
}
