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
 * Faults at random times, of random kinds, at random nodes; the same for the same seed, as far as
 * the nodes allow. At most one at a time at each node, and one node has always none, except of the
 * database.
 */
final class FaultSchedule {
  private static final int LEAST_MILLIS = 2000;
  private static final int SPREAD_MILLIS = 7000;
  private static final int LONGEST_STOP = 30;
  private static final int LONGEST_CUT = 15;
  private static final int LONGEST_AWAY = 6;
  private static final int FAR = 600;
  private static final int SHORTEST_OFF = 5;
  private static final int LONGEST_OFF = 30;

  /** What is done, and how often it is chosen. */
  enum Kind {
    KILL(5),
    DRAIN(1),
    STOP(5),
    CUT(4),
    SILENCE(3),
    CLOCK(2),
    DATABASE(1),
    CRASH(1);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }

    String text() {
      return switch (this) {
        case KILL -> "kill -9";
        case DRAIN -> "ended with SIGTERM";
        case STOP -> "SIGSTOP for 1 to 30 s";
        case CUT -> "connections reset for 1 to 15 s";
        case SILENCE -> "connections silent for 1 to 15 s";
        case CLOCK -> "clocks off by up to 10 minutes for 5 to 30 s";
        case DATABASE -> "restarts of PostgreSQL";
        case CRASH -> "crashes of PostgreSQL";
      };
    }
  }

  private final List<NodeProcess> members;
  private final Runnable restartDatabase;
  private final Runnable crashDatabase;
  private final Random random;
  private final Consumer<String> say;
  private final Map<Kind, Integer> done = new EnumMap<>(Kind.class);
  private final Map<NodeProcess, Thread> under = new java.util.HashMap<>();
  private final WorkerThreads crew = new WorkerThreads();
  private final AtomicInteger undrained = new AtomicInteger();

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
    this.say = say;
  }

  /** Until it is over; then all nodes run, every link is whole and every clock right. */
  void run(BooleanSupplier going) {
    try {
      strikeWhile(crew.whole(going));
    } finally {
      crew.join();
    }
  }

  private void strikeWhile(BooleanSupplier going) {
    while (going.getAsBoolean()) {
      LoadBalancer.pause(LEAST_MILLIS + random.nextInt(SPREAD_MILLIS));
      // Drawn before it is known whether they can be, so that the same seed draws the same.
      Kind kind = draw();
      NodeProcess member = members.get(random.nextInt(members.size()));
      long dice = random.nextLong();
      under.values().removeIf(t -> !t.isAlive());
      if (kind == Kind.DATABASE) {
        tell(kind, "PostgreSQL restarts");
        restartDatabase.run();
        say.accept("PostgreSQL serves again");
      } else if (kind == Kind.CRASH) {
        tell(kind, "PostgreSQL crashes");
        crashDatabase.run();
        say.accept("PostgreSQL serves again");
      } else if (!under.containsKey(member) && under.size() < Math.max(1, members.size() - 1)) {
        strike(kind, member, new Random(dice));
      }
    }
  }

  private Kind draw() {
    List<Kind> all = new ArrayList<>();
    for (Kind k : Kind.values()) {
      for (int i = 0; i < k.weight; i++) {
        all.add(k);
      }
    }
    return all.get(random.nextInt(all.size()));
  }

  private void strike(Kind kind, NodeProcess m, Random dice) {
    switch (kind) {
      case KILL -> {
        int away = dice.nextInt(1 + LONGEST_AWAY);
        tell(kind, m.name() + " killed, back after " + away + " s");
        during(m, m::kill, away, m::start);
      }
      case DRAIN -> {
        tell(kind, m.name() + " told to end");
        during(m, () -> drain(m), dice.nextInt(3), m::start);
      }
      case STOP -> {
        int seconds = 1 + dice.nextInt(LONGEST_STOP);
        tell(kind, m.name() + " stopped for " + seconds + " s");
        during(m, () -> m.signal("STOP"), seconds, () -> m.signal("CONT"));
      }
      case CUT -> cut(kind, m, FaultyProxy.State.CUT, dice);
      case SILENCE -> cut(kind, m, FaultyProxy.State.SILENT, dice);
      case CLOCK -> m.clock().ifPresent(c -> jump(kind, m, c, dice));
      case DATABASE, CRASH -> throw new IllegalStateException("it is of no node");
    }
  }

  private void drain(NodeProcess m) {
    ShutdownOutcome how = m.drain();
    if (!how.good()) {
      undrained.incrementAndGet();
      say.accept(m.name() + " DID NOT DRAIN, " + how.text() + "; see " + m.log());
    }
  }

  private void cut(Kind kind, NodeProcess m, FaultyProxy.State state, Random dice) {
    List<FaultyProxy> links =
        m.links().values().stream()
            .sorted(java.util.Comparator.comparing(FaultyProxy::name))
            .toList();
    FaultyProxy link = links.get(dice.nextInt(links.size()));
    int seconds = 1 + dice.nextInt(LONGEST_CUT);
    tell(
        kind,
        "%s %s for %d s".formatted(link.name(), state.name().toLowerCase(Locale.ROOT), seconds));
    during(m, () -> link.set(state), seconds, () -> link.set(FaultyProxy.State.WHOLE));
  }

  private void jump(Kind kind, NodeProcess m, FakeClock clock, Random dice) {
    int seconds = dice.nextInt(2 * FAR) - FAR;
    int off = SHORTEST_OFF + dice.nextInt(1 + LONGEST_OFF - SHORTEST_OFF);
    tell(kind, m.name() + " is " + seconds + " s off for " + off + " s");
    during(m, () -> clock.set(seconds), off, () -> clock.set(0));
  }

  private void during(NodeProcess m, Runnable begin, int seconds, Runnable end) {
    under.put(
        m,
        crew.start(
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

  private void tell(Kind kind, String what) {
    done.merge(kind, 1, Integer::sum);
    say.accept(what);
  }

  /** Whether what was told to end has ended well; once they are over. */
  ConsistencyCheck drains() {
    return ConsistencyCheck.none("drains that did not end with 0", undrained.get());
  }

  /** What was done, and how often. */
  List<ConsistencyCheck> told() {
    List<ConsistencyCheck> out = new ArrayList<>();
    for (Kind k : Kind.values()) {
      out.add(ConsistencyCheck.told(k.text(), done.getOrDefault(k, 0)));
    }
    return out;
  }
}
