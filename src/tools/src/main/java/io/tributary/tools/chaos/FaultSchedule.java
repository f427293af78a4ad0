package io.tributary.tools.chaos;

import io.tributary.tools.bench.WorkerThreads;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Injects faults of random kinds at random times into random nodes. The same seed gives the same
 * schedule as far as the state of the nodes allows. Each node has at most one fault at a time, and
 * one node always has none, except for faults of the database.
 */
final class FaultSchedule {
  private static final int MIN_PAUSE_MILLIS = 2000;
  private static final int PAUSE_SPREAD_MILLIS = 7000;
  private static final int MAX_STOP_SECONDS = 30;
  private static final int MAX_CUT_SECONDS = 15;
  private static final int MAX_DOWN_SECONDS = 6;
  private static final int MAX_CLOCK_OFFSET_SECONDS = 600;
  private static final int MIN_CLOCK_JUMP_SECONDS = 5;
  private static final int MAX_CLOCK_JUMP_SECONDS = 30;

  /** Kind of a fault with its relative frequency. */
  enum ChaosFault {
    KILL(5),
    DRAIN(1),
    STOP(5),
    CUT(4),
    SILENCE(3),
    CLOCK(2),
    DATABASE(1),
    CRASH(1);

    private final int weight;

    ChaosFault(int weight) {
      this.weight = weight;
    }

    String text() {
      return switch (this) {
        case KILL -> "kill -9";
        case DRAIN -> "graceful shutdowns (SIGTERM)";
        case STOP -> "SIGSTOP for 1 to 30 s";
        case CUT -> "connections reset for 1 to 15 s";
        case SILENCE -> "connections silent for 1 to 15 s";
        case CLOCK -> "clocks off by up to 10 minutes for 5 to 30 s";
        case DATABASE -> "PostgreSQL restarts";
        case CRASH -> "PostgreSQL crashes";
      };
    }
  }

  private final List<NodeProcess> members;
  private final Runnable restartDatabase;
  private final Runnable crashDatabase;
  private final Random random;
  private final Consumer<String> log;
  private final Map<ChaosFault, Integer> faultCounts = new EnumMap<>(ChaosFault.class);
  private final Map<NodeProcess, Thread> faultThreads = new java.util.HashMap<>();
  private final WorkerThreads workers = new WorkerThreads();
  private final AtomicInteger failedDrains = new AtomicInteger();

  FaultSchedule(
      List<NodeProcess> members,
      Runnable restartDatabase,
      Runnable crashDatabase,
      long seed,
      Consumer<String> say) {
    this.members = List.copyOf(members);
    this.restartDatabase = restartDatabase;
    this.crashDatabase = crashDatabase;
    this.random = new Random(seed);
    this.log = say;
  }

  /**
   * Injects faults until the end; afterwards all nodes run, every link is intact and every clock is
   * correct.
   */
  void run(BooleanSupplier going) {
    try {
      injectWhile(workers.untilFailure(going));
    } finally {
      workers.join();
    }
  }

  private void injectWhile(BooleanSupplier going) {
    while (going.getAsBoolean()) {
      LoadBalancer.pause(MIN_PAUSE_MILLIS + random.nextInt(PAUSE_SPREAD_MILLIS));
      // All values are drawn before it is known whether the fault is possible, so that the same
      // seed gives the same sequence.
      ChaosFault kind = draw();
      NodeProcess member = members.get(random.nextInt(members.size()));
      long dice = random.nextLong();
      faultThreads.values().removeIf(t -> !t.isAlive());
      if (kind == ChaosFault.DATABASE) {
        recordFault(kind, "PostgreSQL restarts");
        restartDatabase.run();
        log.accept("PostgreSQL is ready again");
      } else if (kind == ChaosFault.CRASH) {
        recordFault(kind, "PostgreSQL crashes");
        crashDatabase.run();
        log.accept("PostgreSQL is ready again");
      } else if (!faultThreads.containsKey(member)
          && faultThreads.size() < Math.max(1, members.size() - 1)) {
        inject(kind, member, new Random(dice));
      }
    }
  }

  private ChaosFault draw() {
    List<ChaosFault> all = new ArrayList<>();
    for (ChaosFault k : ChaosFault.values()) {
      for (int i = 0; i < k.weight; i++) {
        all.add(k);
      }
    }
    return all.get(random.nextInt(all.size()));
  }

  private void inject(ChaosFault kind, NodeProcess m, Random dice) {
    switch (kind) {
      case KILL -> {
        int away = dice.nextInt(1 + MAX_DOWN_SECONDS);
        recordFault(kind, m.name() + " killed, restarting after " + away + " s");
        withFault(m, m::kill, away, m::start);
      }
      case DRAIN -> {
        recordFault(kind, m.name() + " shutting down (SIGTERM)");
        withFault(m, () -> drain(m), dice.nextInt(3), m::start);
      }
      case STOP -> {
        int seconds = 1 + dice.nextInt(MAX_STOP_SECONDS);
        recordFault(kind, m.name() + " stopped for " + seconds + " s");
        withFault(m, () -> m.signal("STOP"), seconds, () -> m.signal("CONT"));
      }
      case CUT -> cut(kind, m, FaultyProxy.State.CUT, dice);
      case SILENCE -> cut(kind, m, FaultyProxy.State.SILENT, dice);
      case CLOCK -> m.clock().ifPresent(c -> shiftClock(kind, m, c, dice));
      case DATABASE, CRASH -> throw new IllegalStateException("not a fault of a single node");
    }
  }

  private void drain(NodeProcess m) {
    ShutdownOutcome how = m.drain();
    if (!how.isClean()) {
      failedDrains.incrementAndGet();
      log.accept(m.name() + " DID NOT DRAIN, " + how.describe() + "; see " + m.log());
    }
  }

  private void cut(ChaosFault kind, NodeProcess m, FaultyProxy.State state, Random dice) {
    List<FaultyProxy> links =
        m.links().values().stream()
            .sorted(java.util.Comparator.comparing(FaultyProxy::name))
            .toList();
    FaultyProxy link = links.get(dice.nextInt(links.size()));
    int seconds = 1 + dice.nextInt(MAX_CUT_SECONDS);
    recordFault(
        kind,
        "%s %s for %d s".formatted(link.name(), state.name().toLowerCase(Locale.ROOT), seconds));
    withFault(m, () -> link.set(state), seconds, () -> link.set(FaultyProxy.State.WHOLE));
  }

  private void shiftClock(ChaosFault kind, NodeProcess m, FakeClock clock, Random dice) {
    int seconds = dice.nextInt(2 * MAX_CLOCK_OFFSET_SECONDS) - MAX_CLOCK_OFFSET_SECONDS;
    int off =
        MIN_CLOCK_JUMP_SECONDS + dice.nextInt(1 + MAX_CLOCK_JUMP_SECONDS - MIN_CLOCK_JUMP_SECONDS);
    recordFault(kind, m.name() + " is " + seconds + " s off for " + off + " s");
    withFault(m, () -> clock.setOffset(seconds), off, () -> clock.setOffset(0));
  }

  private void withFault(NodeProcess m, Runnable begin, int seconds, Runnable end) {
    faultThreads.put(
        m,
        workers.start(
            Thread.ofVirtual().name("fault at " + m.name()),
            () -> {
              try {
                begin.run();
                LoadBalancer.pause(1000L * seconds);
              } finally {
                end.run();
              }
            }));
  }

  private void recordFault(ChaosFault kind, String what) {
    faultCounts.merge(kind, 1, Integer::sum);
    log.accept(what);
  }

  /** Returns whether all drained nodes ended properly; call it after {@link #run}. */
  ConsistencyCheck drainCheck() {
    return ConsistencyCheck.mustBeZero("drains that did not exit with code 0", failedDrains.get());
  }

  /** Returns the number of faults by kind. */
  List<ConsistencyCheck> summary() {
    List<ConsistencyCheck> out = new ArrayList<>();
    for (ChaosFault k : ChaosFault.values()) {
      out.add(ConsistencyCheck.info(k.text(), faultCounts.getOrDefault(k, 0)));
    }
    return out;
  }
}
