package io.tributary.log;

import io.micrometer.core.instrument.Counter;
import io.tributary.metrics.Metrics;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Counts log lines at WARNING (the service recovered) and ERROR (an operator must act). */
public final class LogMetrics extends Handler {
  private final Counter warnings;
  private final Counter errors;

  private LogMetrics(Metrics meters) {
    this.warnings = meters.counter("tributary_log_events", "level", "warning");
    this.errors = meters.counter("tributary_log_events", "level", "error");
  }

  /** Starts counting; {@code close} ends it. */
  public static LogMetrics install(Metrics meters) {
    LogMetrics out = new LogMetrics(meters);
    Logger.getLogger("").addHandler(out);
    return out;
  }

  @Override
  public void publish(LogRecord line) {
    int level = line.getLevel().intValue();
    if (level >= Level.SEVERE.intValue()) {
      errors.increment();
    } else if (level >= Level.WARNING.intValue()) {
      warnings.increment();
    }
  }

  @Override
  public void flush() {
    // nothing is buffered
  }

  @Override
  public void close() {
    Logger.getLogger("").removeHandler(this);
  }
}
