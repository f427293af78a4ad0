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
 * One node as {@code scripts/run} starts it. Its ports, its directory and its name stay the same
 * over kills; everything that it talks to stands behind a link of its own.
 */
final class NodeProcess implements AutoCloseable {
  private final String name;
  private final int port;
  private final List<ServiceScript> scripts;
  private final Path log;
  private ServiceScript script;
  private int starts;
  private final Map<String, FaultyProxy> links;
  private final Optional<FakeClock> clock;
  private volatile Process process;

  /** Whether nobody has ended it. */
  private boolean wanted;

  /**
   * @param builds directories of the project that it is started from, in turn
   * @param port for its clients
   * @param links by what is behind them
   * @param settings of the service
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
    wanted = true;
    script = scripts.get(starts++ % scripts.size());
    process = script.start();
  }

  /** As a supervisor would, which sees that it has ended by itself. */
  synchronized boolean restartedIfEnded() {
    if (wanted && !runs()) {
      start();
      return true;
    }
    return false;
  }

  boolean runs() {
    return process != null && process.isAlive();
  }

  /** SIGKILL. */
  synchronized void kill() {
    wanted = false;
    if (process != null) {
      ServiceScript.end(process.destroyForcibly());
    }
  }

  /** SIGTERM, and until it has ended. */
  synchronized ShutdownOutcome drain() {
    wanted = false;
    process.destroy();
    return new ShutdownOutcome(ServiceScript.end(process), script.saidReady());
  }

  /** SIGSTOP or SIGCONT. */
  void signal(String which) {
    signal(process.pid(), which);
  }

  /** Any signal to any process. */
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
    if (runs()) {
      signal("CONT");
      drain();
    }
    links.values().forEach(FaultyProxy::close);
  }
}
