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
 * Command line of the demo. Exit codes: 0 if nothing was missing, 1 if something was, 2 for invalid
 * options. It stops all processes that it started, also on Ctrl-C.
 */
public final class Demo {
  private final DemoOptions options;
  private final Path root;
  private final Deque<Runnable> cleanupActions = new ArrayDeque<>();

  private Demo(DemoOptions options, Path root) {
    this.options = options;
    this.root = root;
  }

  public static void main(String[] args) {
    if (List.of(args).contains("--help")) {
      System.out.println(DemoOptions.USAGE);
      return;
    }
    DemoOptions options;
    try {
      options = DemoOptions.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    Demo demo =
        new Demo(options, Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath());
    Runtime.getRuntime().addShutdownHook(new Thread(demo::runCleanup, "clean"));
    int code = 1;
    try {
      DemoReport table = demo.run();
      System.out.print(table.text());
      System.out.println(table.isSuccess() ? "OK" : "NOT OK");
      code = table.isSuccess() ? 0 : 1;
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
        ProgressLine progress = new ProgressLine(System.err, terminal, ledger)) {
      progress.printMessage("provider quota: " + options.quota() + " calls per 5 minutes");
      DemoReport table =
          new DemoRun(options, target, simulator, service, ledger, receiver, progress).run();
      keepLogs = !table.isSuccess();
      return table;
    }
  }

  private String startSimulator(Path work) {
    OuraSimulatorProcess simulator = OuraSimulatorProcess.start(root, work, options);
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

  /**
   * Creates the directory for the logs and, unless specified, the data. It is deleted after a
   * successful run.
   */
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
    synchronized (cleanupActions) {
      cleanupActions.push(action);
    }
  }

  private void runCleanup() {
    synchronized (cleanupActions) {
      cleanupActions.forEach(Runnable::run);
      cleanupActions.clear();
    }
  }

  private static void delete(Path dir) {
    try (var tree = Files.walk(dir)) {
      for (Path p : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("could not delete: " + dir + " " + e.getMessage());
    }
  }
}
