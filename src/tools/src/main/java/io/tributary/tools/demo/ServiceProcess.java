package io.tributary.tools.demo;

import io.tributary.core.PortReservation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Service started by {@code scripts/run}, with a port and a data directory that stay the same over
 * kills.
 */
final class ServiceProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  private final Path root;
  private final Path work;
  private final Path data;
  private final PortReservation port = PortReservation.reserve();
  private final Map<String, String> env = new HashMap<>();
  private volatile DemoProcess process;
  private int severeLinesBeforeKills;

  /** Creates a service without a provider to pull from. */
  ServiceProcess(Path root, Path work, Path data, int users) {
    this.root = root;
    this.work = work;
    this.data = data;
    env.put("TRIBUTARY_DATA_DIR", data.toString());
    env.put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    env.put("TRIBUTARY_HTTP_PORT", Integer.toString(port.port()));
    env.put("TRIBUTARY_USERS_SANDBOX_LIMIT", Integer.toString(users + 1000));
  }

  ServiceProcess(Path root, Path work, Path data, String simulator, DemoOptions options) {
    this(root, work, data, options.users());
    env.put("TRIBUTARY_PROVIDERS_OURA_API_URL", simulator);
    env.put("TRIBUTARY_PROVIDERS_OURA_AUTHORIZE_URL", simulator + "/oauth/authorize");
    env.put("TRIBUTARY_PROVIDERS_OURA_CLIENT_ID", options.clientId());
    env.put("TRIBUTARY_PROVIDERS_OURA_CLIENT_SECRET", options.clientSecret());
    env.put("TRIBUTARY_PROVIDERS_OURA_QUOTA", options.quota() + "/5m");
  }

  /** Starts or restarts the service and returns once it is ready. */
  synchronized void start() {
    process =
        DemoProcess.start(
            "service",
            List.of(root.resolve("scripts/run").toString()),
            env,
            work.resolve("service.log"));
    process.awaitReady(START_LIMIT);
  }

  /** Returns the text of the last log line, without its time, level and logger. */
  String lastMessage() {
    DemoProcess now = process;
    return now == null ? "" : now.lastLine().replaceFirst("^\\S+ level=\\S+ logger=\\S+ ", "");
  }

  /** Returns the number of log lines of level SEVERE, including those before kills. */
  synchronized int severeLines() {
    return severeLinesBeforeKills + (process == null ? 0 : process.severeLines());
  }

  /** Returns the team that the first start created. */
  DemoTarget target() {
    return DemoTarget.of(
        "http://127.0.0.1:" + env.get("TRIBUTARY_HTTP_PORT"), data.resolve("bootstrap.json"));
  }

  /** Kills the service and optionally its PostgreSQL at the same time. */
  synchronized void kill(boolean postgresToo) {
    if (postgresToo) {
      postgres().ifPresent(ProcessHandle::destroyForcibly);
    }
    process.kill();
    severeLinesBeforeKills += process.severeLines();
    process = null;
  }

  /** Stops the service and its PostgreSQL, even one that a kill has orphaned. */
  @Override
  public synchronized void close() {
    if (process != null) {
      process.stop(STOP_LIMIT);
    }
    postgres().ifPresent(p -> p.destroy());
    port.close();
  }

  /**
   * Returns the database server of the data directory. A process with the same PID elsewhere is not
   * accepted.
   */
  private Optional<ProcessHandle> postgres() {
    Path cluster = data.resolve("postgres").resolve("cluster");
    try {
      long pid =
          Long.parseLong(Files.readAllLines(cluster.resolve("postmaster.pid")).getFirst().strip());
      Path home = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"));
      return home.equals(cluster.toRealPath()) ? ProcessHandle.of(pid) : Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
