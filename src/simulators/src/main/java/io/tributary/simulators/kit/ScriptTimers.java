package io.tributary.simulators.kit;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Timers that end fault scripts. Starting a script again replaces its timer, so that the end of an
 * earlier start does not stop the later one. Used on one event loop only.
 */
public final class ScriptTimers {
  private final Vertx vertx;
  private final Map<FaultScript, Long> timers = new EnumMap<>(FaultScript.class);

  ScriptTimers(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Ends the script after the given duration; without one it runs until it is stopped. */
  void schedule(FaultScript script, Optional<Duration> length, SimContext world) {
    cancel(script);
    length.ifPresent(
        l -> {
          long timer = vertx.setTimer(Math.max(1, l.toMillis()), id -> script.stop(world));
          timers.put(script, timer);
        });
  }

  /** Cancels the timer of a script. */
  void cancel(FaultScript script) {
    Optional.ofNullable(timers.remove(script)).ifPresent(vertx::cancelTimer);
  }
}
