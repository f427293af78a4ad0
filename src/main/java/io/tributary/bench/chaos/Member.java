package io.tributary.bench.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One node as {@code scripts/run} starts it. Its ports, its directory and its name stay the same
 * over kills; everything that it talks to stands behind a link of its own.
 */
final class Member implements AutoCloseable {
  private static final long STOP_SECONDS = 60;

  private final String name;
  private final Path root;
  private final Path log;
  private final int port;
  private final Map<String, String> env = new HashMap<>();
  private final Map<String, Link> links;
  private final Optional<FakeClock> clock;
  private volatile Process process;

  /** Whether nobody has ended it. */
  private boolean wanted;

  /**
   * @param port for its clients
   * @param links by what is behind them
   * @param settings of the service
   */
  Member(
      Path root,
      Path work,
      String name,
      int port,
      Map<String, Link> links,
      Map<String, String> settings) {
    this.name = name;
    this.root = root;
    this.port = port;
    this.log = work.resolve(name + ".log");
    this.links = Map.copyOf(links);
    this.clock = FakeClock.at(work.resolve(name + ".clock"));
    env.put("TRIBUTARY_DATA_DIR", work.resolve(name).toString());
    env.put("TRIBUTARY_NODE_NAME", name);
    env.put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    env.put("TRIBUTARY_HTTP_PORT", Integer.toString(port));
    env.putAll(settings);
    clock.ifPresent(c -> env.putAll(c.environment()));
  }

  String name() {
    return name;
  }

  int port() {
    return port;
  }

  Link link(String to) {
    return links.get(to);
  }

  Map<String, Link> links() {
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
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("scripts/run").toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(env);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
      end(process.destroyForcibly());
    }
  }

  /** SIGTERM, and until it has ended. */
  synchronized void drain() {
    wanted = false;
    process.destroy();
    end(process);
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
    links.values().forEach(Link::close);
  }

  private static void end(Process process) {
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
