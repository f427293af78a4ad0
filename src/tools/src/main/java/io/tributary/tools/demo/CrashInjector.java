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
 * Kills the service during the work and restarts it. The kills are distributed over the phases in
 * rotation; within a phase they occur at equal shares of its work.
 */
final class CrashInjector {
  /** Phase in which kills occur. */
  enum Phase {
    LINKING,
    FIRST_PULLS,
    BULK
  }

  private final Map<Phase, List<Double>> killPoints = new EnumMap<>(Phase.class);
  private final Runnable kill;
  private volatile int killCount;

  /**
   * @param number number of kills in all phases together
   * @param kill kills the service and returns when it is back
   */
  CrashInjector(int number, Runnable kill) {
    this.kill = kill;
    // A single kill belongs into the phase with most work.
    Phase[] order = {Phase.FIRST_PULLS, Phase.LINKING, Phase.BULK};
    for (int i = 0; i < order.length; i++) {
      int share = number / order.length + (i < number % order.length ? 1 : 0);
      List<Double> at = new ArrayList<>();
      for (int k = 1; k <= share; k++) {
        at.add(k / (share + 1.0));
      }
      killPoints.put(order[i], at);
    }
  }

  int killCount() {
    return killCount;
  }

  /**
   * Runs a phase with its kills. Kills that remain when the phase ends occur at its end.
   *
   * @param share completed share of the phase, 0..1
   */
  void runWithKills(Phase phase, DoubleSupplier share, Runnable work) {
    List<Double> at = killPoints.get(phase);
    if (at.isEmpty()) {
      work.run();
      return;
    }
    AtomicBoolean ended = new AtomicBoolean();
    FutureTask<Void> killer = new FutureTask<>(() -> killAtShares(at, share, ended), null);
    Thread.ofVirtual().start(killer);
    try {
      work.run();
    } finally {
      ended.set(true);
      join(killer);
    }
    while (!at.isEmpty()) {
      at.removeFirst();
      killOnce();
    }
  }

  private void killAtShares(List<Double> at, DoubleSupplier share, AtomicBoolean ended) {
    while (!at.isEmpty() && !ended.get()) {
      if (share.getAsDouble() >= at.getFirst()) {
        at.removeFirst();
        killOnce();
      } else {
        ApiClient.sleep(Duration.ofMillis(50));
      }
    }
  }

  private void killOnce() {
    kill.run();
    killCount = killCount + 1;
  }

  /** Waits for the kills; fails the demo if the service does not come back. */
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
