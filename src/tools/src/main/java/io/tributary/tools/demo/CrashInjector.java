package io.tributary.tools.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleSupplier;

/**
 * Kills the service while work is under way and starts it again. The kills are dealt out to the
 * phases in turn; within a phase they come at equal shares of its work.
 */
final class CrashInjector {
  /** Where kills fall. */
  enum Phase {
    LINKING,
    FIRST_PULLS,
    BULK
  }

  private final Map<Phase, List<Double>> plan = new EnumMap<>(Phase.class);
  private final Runnable kill;
  private volatile int done;

  /**
   * @param number how many in all phases together
   * @param kill kills the service and returns when it is back
   */
  CrashInjector(int number, Runnable kill) {
    this.kill = kill;
    // A single kill belongs where most work is.
    Phase[] order = {Phase.FIRST_PULLS, Phase.LINKING, Phase.BULK};
    for (int i = 0; i < order.length; i++) {
      int share = number / order.length + (i < number % order.length ? 1 : 0);
      List<Double> at = new ArrayList<>();
      for (int k = 1; k <= share; k++) {
        at.add(k / (share + 1.0));
      }
      plan.put(order[i], at);
    }
  }

  int done() {
    return done;
  }

  /**
   * Runs a phase under its kills; a phase that ends before its last kill gets it at its end.
   *
   * @param share how much of the phase is done, 0..1
   */
  void during(Phase phase, DoubleSupplier share, Runnable work) {
    List<Double> at = plan.get(phase);
    if (at.isEmpty()) {
      work.run();
      return;
    }
    AtomicBoolean ended = new AtomicBoolean();
    FutureTask<Void> killer = new FutureTask<>(() -> follow(at, share, ended), null);
    Thread.ofVirtual().start(killer);
    try {
      work.run();
    } finally {
      ended.set(true);
      join(killer);
    }
    while (!at.isEmpty()) {
      at.removeFirst();
      strike();
    }
  }

  private void follow(List<Double> at, DoubleSupplier share, AtomicBoolean ended) {
    while (!at.isEmpty() && !ended.get()) {
      if (share.getAsDouble() >= at.getFirst()) {
        at.removeFirst();
        strike();
      } else {
        ApiClient.sleep(Duration.ofMillis(50));
      }
    }
  }

  private void strike() {
    kill.run();
    done = done + 1;
  }

  /** A service that does not come back fails the demo. */
  private static void join(FutureTask<Void> killer) {
    try {
      killer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("after a kill", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
