package io.tributary.tools.chaos;

import io.tributary.tools.bench.ServiceScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Node started by {@code scripts/run}. Its ports, directory and name stay the same over kills, and
 * each of its connections has a link of its own.
 */
final class NodeProcess implements AutoCloseable {
  private final String name;
  private final int port;
  private final List<ServiceScript> scripts;
  private final Path log;
  private ServiceScript script;
  private int startCount;
  private final Map<String, FaultyProxy> links;
  private final Optional<FakeClock> clock;
  private volatile Process process;

  /** Expectation that the node runs, because the test has not stopped it. */
  private boolean expectedRunning;

  /**
   * @param builds project directories from which the node is started in rotation
   * @param port HTTP port
   * @param links links by their target
   * @param settings settings of the service
   */
  NodeProcess(
      List<Path> builds,
      Path work,
      String name,
      int port,
      Map<String, FaultyProxy> links,
      Map<String, String> settings) {
    this.name = name;
    this.port = port;
    this.links = Map.copyOf(links);
    this.clock = FakeClock.at(work.resolve(name + ".clock"));
    Map<String, String> env = new HashMap<>(settings);
    clock.ifPresent(c -> env.putAll(c.environment()));
    this.scripts =
        builds.stream().map(root -> new ServiceScript(root, work, name, port, env)).toList();
    this.log = scripts.getFirst().log();
  }

  String name() {
    return name;
  }

  int port() {
    return port;
  }

  FaultyProxy link(String to) {
    return links.get(to);
  }

  Map<String, FaultyProxy> links() {
    return links;
  }

  Optional<FakeClock> clock() {
    return clock;
  }

  Path log() {
    return log;
  }

  synchronized void start() {
    expectedRunning = true;
    script = scripts.get(startCount++ % scripts.size());
    process = script.start();
  }

  /** Restarts the node if it has ended by itself, as a supervisor would; returns whether it did. */
  synchronized boolean restartedIfEnded() {
    if (expectedRunning && !isRunning()) {
      start();
      return true;
    }
    return false;
  }

  boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** Kills the node with SIGKILL. */
  synchronized void kill() {
    expectedRunning = false;
    if (process != null) {
      ServiceScript.awaitExit(process.destroyForcibly());
    }
  }

  /** Sends SIGTERM and waits for the end. */
  synchronized ShutdownOutcome drain() {
    expectedRunning = false;
    process.destroy();
    return new ShutdownOutcome(ServiceScript.awaitExit(process), script.isReady());
  }

  /** Sends SIGSTOP or SIGCONT. */
  void signal(String which) {
    signal(process.pid(), which);
  }

  /** Sends a signal to a process. */
  static void signal(long pid, String which) {
    try {
      new ProcessBuilder("kill", "-" + which, Long.toString(pid)).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (isRunning()) {
      signal("CONT");
      drain();
    }
    links.values().forEach(FaultyProxy::close);
  }
}
