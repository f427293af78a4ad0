package io.tributary.simulators.kit;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which scripts will end by themselves. The latest start of a script decides: an end that an
 * earlier start asked for must not come over a later one. Used on one event loop only.
 */
public final class ScriptEnds {
  private final Vertx vertx;
  private final Map<FaultScript, Long> timers = new EnumMap<>(FaultScript.class);

  ScriptEnds(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Ends the script after so long; without a length it plays until it is ended. */
  void after(FaultScript script, Optional<Duration> length, SimWorld world) {
    forget(script);
    length.ifPresent(
        l -> {
          long timer = vertx.setTimer(Math.max(1, l.toMillis()), id -> script.stop(world));
          timers.put(script, timer);
        });
  }

  /** It ends, or plays on, another way. */
  void forget(FaultScript script) {
    Optional.ofNullable(timers.remove(script)).ifPresent(vertx::cancelTimer);
  }
}
