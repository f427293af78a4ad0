package io.tributary.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Metrics of the JVM, the disk that holds the data directory, and event loop lag. */
public final class SystemMetrics implements AutoCloseable {
  private static final long LAG_INTERVAL_MS = 500;

  private final JvmGcMetrics gcMetrics = new JvmGcMetrics();
  private final List<ScheduledFuture<?>> lagProbes = new ArrayList<>();

  /**
   * @param data the data directory; it need not exist
   */
  public SystemMetrics(Metrics meters, Vertx vertx, Path data) {
    MeterRegistry registry = meters.registry();
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    gcMetrics.bindTo(registry);
    // Evaluated at each scrape: queries the file system and does not walk the directory.
    meters.gauge("tributary_data_free_bytes", () -> data.toFile().getUsableSpace());
    meters.gauge("tributary_data_size_bytes", () -> data.toFile().getTotalSpace());
    Timer lag = meters.timer("tributary_event_loop_lag");
    for (EventExecutor loop : ((VertxInternal) vertx).nettyEventLoopGroup()) {
      lagProbes.add(new LagProbe(lag).schedule(loop));
    }
  }

  /** Timer task that measures its own delay. */
  private static final class LagProbe implements Runnable {
    private final Timer lag;
    private long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAG_INTERVAL_MS);

    LagProbe(Timer lag) {
      this.lag = lag;
    }

    ScheduledFuture<?> schedule(EventExecutor loop) {
      return loop.scheduleWithFixedDelay(
          this, LAG_INTERVAL_MS, LAG_INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void run() {
      long now = System.nanoTime();
      lag.record(Math.max(0, now - due), TimeUnit.NANOSECONDS);
      due = now + TimeUnit.MILLISECONDS.toNanos(LAG_INTERVAL_MS);
    }
  }

  @Override
  public void close() {
    lagProbes.forEach(l -> l.cancel(false));
    gcMetrics.close();
  }
}
