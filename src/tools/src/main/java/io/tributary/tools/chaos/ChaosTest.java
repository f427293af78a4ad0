package io.tributary.tools.chaos;

import io.tributary.core.ProgramHelp;
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
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Chaos test of a cluster: {@code chaos [--minutes 20] [--seed 7] [--nodes 3] [--phones 6]
 * [--beside DIR]}.
 *
 * <p>Several nodes on one PostgreSQL run under load on every path, with kills, stops, cut and
 * silent connections, clock jumps, and restarts and crashes of the database. At the end all
 * acknowledged data are verified from outside. The exit code is 1 if anything is lost, wrong or
 * above a limit. With the directory of another build, nodes are started from that build and from
 * this one in rotation, as in an upgrade that goes back and forth.
 */
public final class ChaosTest {
  private static final String USAGE =
      "chaos [--minutes 20] [--seed 7] [--nodes 3] [--phones 6] [--beside DIR]";

  private static final long SETTLE_SECONDS = 600;
  private static final int REPORT_INTERVAL_SECONDS = 30;
  private static final String OTHER_BUILD_OPTION = "--beside";

  private final Map<String, String> options;
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger unexpectedExits = new AtomicInteger();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final long startNanos = System.nanoTime();

  private ChaosTest(Map<String, String> options) {
    this.options = options;
  }

  public static void main(String[] args) throws Exception {
    Optional<String> help = ProgramHelp.answer(args, USAGE, ChaosTest.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return;
    }
    Map<String, String> options =
        new HashMap<>(
            Map.of(
                "--minutes",
                "20",
                "--seed",
                "7",
                "--nodes",
                "3",
                "--phones",
                "6",
                OTHER_BUILD_OPTION,
                ""));
    boolean good = args.length % 2 == 0;
    for (int i = 0; i + 1 < args.length; i += 2) {
      boolean fits =
          args[i].equals(OTHER_BUILD_OPTION)
              ? Files.isExecutable(Path.of(args[i + 1], "scripts/run"))
              : args[i + 1].matches("\\d{1,9}");
      good &= fits && options.replace(args[i], args[i + 1]) != null;
    }
    if (!good) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
    Path work = Files.createTempDirectory("tributary-chaos-");
    System.exit(new ChaosTest(options).run(root, work) ? 0 : 1);
  }

  private int number(String option) {
    return Integer.parseInt(options.get(option));
  }

  /** Returns the directories from which nodes are started in rotation. */
  private List<Path> builds(Path root) {
    String beside = options.get(OTHER_BUILD_OPTION);
    return beside.isEmpty() ? List.of(root) : List.of(Path.of(beside).toAbsolutePath(), root);
  }

  private void log(String what) {
    System.out.printf(Locale.ROOT, "%7.1f s  %s%n", (System.nanoTime() - startNanos) / 1e9, what);
  }

  private boolean run(Path root, Path work) throws Exception {
    log("seed " + options.get("--seed") + ", logs and data: " + work);
    log("nodes are started from " + builds(root));
    try (ChaosEnvironment ground = new ChaosEnvironment(builds(root), work, number("--nodes"))) {
      Thread abandon = new Thread(ground::abort, "abandon");
      Runtime.getRuntime().addShutdownHook(abandon);
      ground.start();
      if (ground.nodeProcesses.getFirst().clock().isEmpty()) {
        log("libfaketime is not installed: clock jumps are skipped");
      }
      log(options.get("--nodes") + " nodes are ready");
      int seed = number("--seed");
      List<ChaosWorkload> loads =
          List.of(
              new PhoneLoad(ground.loadBalancer(), number("--phones"), seed),
              new RingLoad(ground.loadBalancer(), ground.ringProvider),
              new OrderLoad(ground.loadBalancer(), ground.lab),
              new ReportLoad(ground.loadBalancer(), seed),
              new ReadLoad(ground.loadBalancer(), 2),
              new EventLogLoad(ground.loadBalancer()));
      FaultSchedule faults =
          new FaultSchedule(
              ground.nodeProcesses,
              ground::restartDatabase,
              ground::crashDatabase,
              seed,
              this::log);
      List<Thread> threads = new ArrayList<>();
      loads.forEach(
          l -> threads.add(startThread(l.getClass().getSimpleName(), () -> l.run(running()))));
      Thread striking = startThread("faults", () -> faults.run(running()));
      Thread supervising = startThread("supervisor", () -> supervise(ground.nodeProcesses));
      long end = System.nanoTime() + Duration.ofMinutes(number("--minutes")).toNanos();
      while (System.nanoTime() < end && failures.isEmpty()) {
        SinkProcess.pause(
            Math.min(
                1000L * REPORT_INTERVAL_SECONDS,
                Math.max(1, (end - System.nanoTime()) / 1_000_000)));
        log(progress(loads) + ", " + ground.sink.count() + " webhook requests received");
      }
      over.set(true);
      striking.join();
      ground.awaitAll();
      for (Thread t : threads) {
        t.join();
      }
      log("faults and load stopped: " + progress(loads));
      boolean settled = awaitSettled(ground, loads);
      settled &= report(ground, loads, faults);
      supervising.interrupt();
      supervising.join();
      Runtime.getRuntime().removeShutdownHook(abandon);
      return settled;
    } finally {
      over.set(true);
    }
  }

  /** Restarts a node that has ended by itself, as systemd would. */
  private void supervise(List<NodeProcess> members) {
    try {
      while (true) {
        for (NodeProcess m : members) {
          if (m.restartedIfEnded()) {
            unexpectedExits.incrementAndGet();
            log(m.name() + " EXITED UNEXPECTEDLY, restarted; check " + m.log());
          }
        }
        Thread.sleep(1000);
      }
    } catch (InterruptedException e) {
      // The test has ended.
    }
  }

  private java.util.function.BooleanSupplier running() {
    return () -> !over.get();
  }

  private interface Work {
    void run() throws Exception;
  }

  private Thread startThread(String name, Work work) {
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
    return loads.stream()
        .map(l -> l.doneCount() + " " + l.unit())
        .collect(Collectors.joining(", "));
  }

  /**
   * Waits until all work is finished; returns false if some still waits when the timeout expires.
   */
  private boolean awaitSettled(ChaosEnvironment ground, List<ChaosWorkload> loads) {
    long until = System.nanoTime() + Duration.ofSeconds(SETTLE_SECONDS).toNanos();
    String waits = "";
    long said = 0;
    while (System.nanoTime() < until) {
      waits =
          java.util.stream.Stream.concat(
                  loads.stream().map(l -> l.pendingWork(ground.consistencyView())),
                  java.util.stream.Stream.of(deliveries(ground)))
              .filter(w -> !w.isEmpty())
              .collect(Collectors.joining(", "));
      if (waits.isEmpty()) {
        log("settled");
        return true;
      }
      if (System.nanoTime() - said > Duration.ofSeconds(REPORT_INTERVAL_SECONDS).toNanos()) {
        said = System.nanoTime();
        log("waiting for " + waits);
      }
      SinkProcess.pause(1000);
    }
    log("NOT SETTLED: " + waits);
    return false;
  }

  private static String deliveries(ChaosEnvironment ground) {
    long open =
        ground
            .consistencyView()
            .count("select count(*) from delivery where state not in ('delivered', 'failed')");
    return open == 0 ? "" : open + " deliveries";
  }

  private boolean report(ChaosEnvironment ground, List<ChaosWorkload> loads, FaultSchedule faults)
      throws Exception {
    List<ConsistencyCheck> all = new ArrayList<>();
    for (ChaosWorkload l : loads) {
      all.addAll(l.verify(ground.consistencyView()));
    }
    for (ChaosWorkload l : loads) {
      long least = Math.max(1, (long) l.minPerTenMinutes() * number("--minutes") / 10);
      all.add(ConsistencyCheck.mustBeAtLeast("work done: " + l.unit(), least, l.doneCount()));
    }
    all.addAll(DeliveryChecks.verify(ground.consistencyView()));
    all.addAll(ground.audit(this::log));
    all.add(ConsistencyCheck.mustBeZero("nodes that exited unexpectedly", unexpectedExits.get()));
    all.add(faults.drainCheck());
    all.add(ConsistencyCheck.info("SEVERE log lines of the service", countSevereLines(ground)));
    System.out.println("\ninjected faults, seed " + options.get("--seed"));
    faults.summary().forEach(c -> System.out.println("  " + c.format()));
    System.out.println("verification");
    all.forEach(c -> System.out.println("  " + c.format()));
    failures.forEach(f -> System.out.println("  a workload failed: " + f));
    boolean good =
        failures.isEmpty()
            && all.stream().noneMatch(c -> c.verdict() == ConsistencyCheck.Verdict.BAD);
    System.out.println(good ? "OK" : "NOT OK");
    return good;
  }

  private static long countSevereLines(ChaosEnvironment ground) throws IOException {
    long n = 0;
    for (NodeProcess m : ground.nodeProcesses) {
      try (var lines = Files.lines(m.log())) {
        n += lines.filter(line -> line.contains(" level=SEVERE logger=io.tributary.")).count();
      }
    }
    return n;
  }
}
