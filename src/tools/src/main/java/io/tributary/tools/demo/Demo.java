package io.tributary.tools.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The command line of the demo. Exit codes: 0 nothing was missing, 1 something was, 2 bad options.
 * What it starts it stops, also on Ctrl-C.
 */
public final class Demo {
  private final Options options;
  private final Path root;
  private final Deque<Runnable> cleaning = new ArrayDeque<>();

  private Demo(Options options, Path root) {
    this.options = options;
    this.root = root;
  }

  public static void main(String[] args) {
    if (List.of(args).contains("--help")) {
      System.out.println(Options.USAGE);
      return;
    }
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    Demo demo =
        new Demo(options, Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath());
    Runtime.getRuntime().addShutdownHook(new Thread(demo::clean, "clean"));
    int code = 1;
    try {
      DemoReport table = demo.run();
      System.out.print(table.text());
      System.out.println(table.good() ? "OK" : "NOT OK");
      code = table.good() ? 0 : 1;
    } catch (RuntimeException e) {
      System.err.println("demo failed: " + e.getMessage());
      for (Throwable c = e.getCause(); c != null; c = c.getCause()) {
        System.err.println("  because: " + c.getMessage());
      }
      demo.keepLogs = true;
    }
    System.exit(code);
  }

  private volatile boolean keepLogs;

  private DemoReport run() {
    Path work = workDirectory();
    String simulator = options.simulator().orElseGet(() -> startSimulator(work));
    Optional<ServiceProcess> service =
        options.target().isPresent()
            ? Optional.empty()
            : Optional.of(startService(work, simulator));
    DemoTarget target = options.target().orElseGet(() -> service.get().target());
    ExpectedEvents ledger = new ExpectedEvents();
    boolean terminal = Boolean.getBoolean("tributary.terminal");
    try (WebhookReceiver receiver = new WebhookReceiver(ledger);
        Progress progress = new Progress(System.err, terminal, ledger)) {
      progress.say("provider quota: " + options.quota() + " calls per 5 minutes");
      DemoReport table =
          new DemoRun(options, target, simulator, service, ledger, receiver, progress).run();
      keepLogs = !table.good();
      return table;
    }
  }

  private String startSimulator(Path work) {
    SimulatorProcess simulator = SimulatorProcess.start(root, work, options);
    onExit(simulator::close);
    return simulator.url();
  }

  private ServiceProcess startService(Path work, String simulator) {
    Path data = options.data().map(Path::toAbsolutePath).orElse(work.resolve("data"));
    ServiceProcess service = new ServiceProcess(root, work, data, simulator, options);
    onExit(service::close);
    service.start();
    return service;
  }

  /** Holds the logs and, unless the user named a place, the data; goes when all went well. */
  private Path workDirectory() {
    try {
      Path work = Files.createTempDirectory("tributary-demo-");
      onExit(
          () -> {
            if (keepLogs) {
              System.err.println("logs and data are kept in " + work);
            } else {
              delete(work);
            }
          });
      return work;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void onExit(Runnable action) {
    synchronized (cleaning) {
      cleaning.push(action);
    }
  }

  private void clean() {
    synchronized (cleaning) {
      cleaning.forEach(Runnable::run);
      cleaning.clear();
    }
  }

  private static void delete(Path dir) {
    try (var tree = Files.walk(dir)) {
      for (Path p : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("left over: " + dir + " " + e.getMessage());
    }
  }
}
