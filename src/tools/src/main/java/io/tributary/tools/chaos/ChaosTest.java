package io.tributary.tools.chaos;

import io.tributary.tools.bench.SinkProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * {@code Campaign [--minutes 20] [--seed 7] [--nodes 3] [--phones 6] [--beside DIR]}: several nodes
 * on one PostgreSQL under load on every path, with kills, stops, cut and silent connections, clock
 * jumps, restarts and crashes of the database; in the end all that was acknowledged is counted from
 * outside. Exit code 1 if anything is lost, wrong or above a limit. With another build's directory
 * nodes are started from that one and from this one in turn, as in an upgrade that goes back and
 * forth.
 */
public final class ChaosTest {
  private static final long SETTLE_SECONDS = 600;
  private static final int SAY_EVERY_SECONDS = 30;
  private static final String BESIDE = "--beside";

  private final Map<String, String> options;
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger ended = new AtomicInteger();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final long began = System.nanoTime();

  private ChaosTest(Map<String, String> options) {
    this.options = options;
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> options =
        new HashMap<>(
            Map.of("--minutes", "20", "--seed", "7", "--nodes", "3", "--phones", "6", BESIDE, ""));
    boolean good = args.length % 2 == 0;
    for (int i = 0; i + 1 < args.length; i += 2) {
      boolean fits =
          args[i].equals(BESIDE)
              ? Files.isExecutable(Path.of(args[i + 1], "scripts/run"))
              : args[i + 1].matches("\\d{1,9}");
      good &= fits && options.replace(args[i], args[i + 1]) != null;
    }
    if (!good) {
      System.err.println("chaos [--minutes 20] [--seed 7] [--nodes 3] [--phones 6] [--beside DIR]");
      System.exit(2);
    }
    Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
    Path work = Files.createTempDirectory("tributary-chaos-");
    System.exit(new ChaosTest(options).run(root, work) ? 0 : 1);
  }

  private int number(String option) {
    return Integer.parseInt(options.get(option));
  }

  /** What nodes are started from, in turn. */
  private List<Path> builds(Path root) {
    String beside = options.get(BESIDE);
    return beside.isEmpty() ? List.of(root) : List.of(Path.of(beside).toAbsolutePath(), root);
  }

  private void say(String what) {
    System.out.printf(Locale.ROOT, "%7.1f s  %s%n", (System.nanoTime() - began) / 1e9, what);
  }

  private boolean run(Path root, Path work) throws Exception {
    say("seed " + options.get("--seed") + ", logs and data: " + work);
    say("nodes are started from " + builds(root));
    try (ChaosEnvironment ground = new ChaosEnvironment(builds(root), work, number("--nodes"))) {
      Thread abandon = new Thread(ground::abandon, "abandon");
      Runtime.getRuntime().addShutdownHook(abandon);
      ground.start();
      if (ground.members.getFirst().clock().isEmpty()) {
        say("libfaketime is not installed: no clock is moved");
      }
      say(options.get("--nodes") + " nodes are ready");
      int seed = number("--seed");
      List<ChaosWorkload> loads =
          List.of(
              new PhoneLoad(ground.door(), number("--phones"), seed),
              new RingLoad(ground.door(), ground.rings),
              new OrderLoad(ground.door(), ground.lab),
              new ReportLoad(ground.door(), seed),
              new ReadLoad(ground.door(), 2),
              new LogLoad(ground.door()));
      FaultSchedule faults =
          new FaultSchedule(
              ground.members, ground::restartDatabase, ground::crashDatabase, seed, this::say);
      List<Thread> threads = new ArrayList<>();
      loads.forEach(l -> threads.add(started(l.getClass().getSimpleName(), () -> l.run(going()))));
      Thread striking = started("faults", () -> faults.run(going()));
      Thread supervising = started("supervisor", () -> supervise(ground.members));
      long end = System.nanoTime() + Duration.ofMinutes(number("--minutes")).toNanos();
      while (System.nanoTime() < end && failures.isEmpty()) {
        SinkProcess.pause(
            Math.min(
                1000L * SAY_EVERY_SECONDS, Math.max(1, (end - System.nanoTime()) / 1_000_000)));
        say(progress(loads) + ", " + ground.sink.count() + " requests arrived");
      }
      over.set(true);
      striking.join();
      ground.awaitAll();
      for (Thread t : threads) {
        t.join();
      }
      say("no more faults, no more load: " + progress(loads));
      boolean settled = settle(ground, loads);
      settled &= report(ground, loads, faults);
      supervising.interrupt();
      supervising.join();
      Runtime.getRuntime().removeShutdownHook(abandon);
      return settled;
    } finally {
      over.set(true);
    }
  }

  /** Starts a node again that has ended by itself, as systemd would. */
  private void supervise(List<NodeProcess> members) {
    try {
      while (true) {
        for (NodeProcess m : members) {
          if (m.restartedIfEnded()) {
            ended.incrementAndGet();
            say(m.name() + " HAD ENDED BY ITSELF, is started again; see " + m.log());
          }
        }
        Thread.sleep(1000);
      }
    } catch (InterruptedException e) {
      // The campaign is over.
    }
  }

  private java.util.function.BooleanSupplier going() {
    return () -> !over.get();
  }

  private interface Work {
    void run() throws Exception;
  }

  private Thread started(String name, Work work) {
    return Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try {
                work.run();
              } catch (Exception | Error e) {
                failures.add(e);
              }
            });
  }

  private static String progress(List<ChaosWorkload> loads) {
    return loads.stream().map(l -> l.done() + " " + l.unit()).collect(Collectors.joining(", "));
  }

  /** Until nothing waits any more; false when something still does at the end of the patience. */
  private boolean settle(ChaosEnvironment ground, List<ChaosWorkload> loads) {
    long until = System.nanoTime() + Duration.ofSeconds(SETTLE_SECONDS).toNanos();
    String waits = "";
    long said = 0;
    while (System.nanoTime() < until) {
      waits =
          java.util.stream.Stream.concat(
                  loads.stream().map(l -> l.waitsFor(ground.outside())),
                  java.util.stream.Stream.of(deliveries(ground)))
              .filter(w -> !w.isEmpty())
              .collect(Collectors.joining(", "));
      if (waits.isEmpty()) {
        say("settled");
        return true;
      }
      if (System.nanoTime() - said > Duration.ofSeconds(SAY_EVERY_SECONDS).toNanos()) {
        said = System.nanoTime();
        say("waiting for " + waits);
      }
      SinkProcess.pause(1000);
    }
    say("NOT SETTLED: " + waits);
    return false;
  }

  private static String deliveries(ChaosEnvironment ground) {
    long open =
        ground
            .outside()
            .count("select count(*) from delivery where state not in ('delivered', 'failed')");
    return open == 0 ? "" : open + " deliveries";
  }

  private boolean report(ChaosEnvironment ground, List<ChaosWorkload> loads, FaultSchedule faults)
      throws Exception {
    List<ConsistencyCheck> all = new ArrayList<>();
    for (ChaosWorkload l : loads) {
      all.addAll(l.recount(ground.outside()));
    }
    for (ChaosWorkload l : loads) {
      long least = Math.max(1, (long) l.leastInTenMinutes() * number("--minutes") / 10);
      all.add(ConsistencyCheck.least("work done: " + l.unit(), least, l.done()));
    }
    all.addAll(EventCount.recount(ground.outside()));
    all.addAll(ground.audit(this::say));
    all.add(ConsistencyCheck.none("nodes that ended by themselves", ended.get()));
    all.add(faults.drains());
    all.add(ConsistencyCheck.told("log lines of level SEVERE by the service", severe(ground)));
    System.out.println("\nfaults of seed " + options.get("--seed"));
    faults.told().forEach(c -> System.out.println("  " + c.line()));
    System.out.println("recount");
    all.forEach(c -> System.out.println("  " + c.line()));
    failures.forEach(f -> System.out.println("  a load failed: " + f));
    boolean good =
        failures.isEmpty()
            && all.stream().noneMatch(c -> c.verdict() == ConsistencyCheck.Verdict.BAD);
    System.out.println(good ? "OK" : "NOT OK");
    return good;
  }

  private static long severe(ChaosEnvironment ground) throws IOException {
    long n = 0;
    for (NodeProcess m : ground.members) {
      try (var lines = Files.lines(m.log())) {
        n += lines.filter(line -> line.contains(" level=SEVERE logger=io.tributary.")).count();
      }
    }
    return n;
  }
}
