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
 * The service as {@code scripts/run} starts it, on a port and a data directory of its own that stay
 * the same over kills.
 */
final class ServiceProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  private final Path root;
  private final Path work;
  private final Path data;
  private final PortReservation port = PortReservation.reserve();
  private final Map<String, String> env = new HashMap<>();
  private DemoProcess child;

  /** Without a provider to pull from. */
  ServiceProcess(Path root, Path work, Path data, int users) {
    this.root = root;
    this.work = work;
    this.data = data;
    env.put("TRIBUTARY_DATA_DIR", data.toString());
    env.put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    env.put("TRIBUTARY_HTTP_PORT", Integer.toString(port.port()));
    env.put("TRIBUTARY_USERS_SANDBOX_LIMIT", Integer.toString(users + 1000));
  }

  ServiceProcess(Path root, Path work, Path data, String simulator, Options options) {
    this(root, work, data, options.users());
    env.put("TRIBUTARY_PROVIDERS_OURA_API_URL", simulator);
    env.put("TRIBUTARY_PROVIDERS_OURA_AUTHORISE_URL", simulator + "/oauth/authorize");
    env.put("TRIBUTARY_PROVIDERS_OURA_CLIENT_ID", options.clientId());
    env.put("TRIBUTARY_PROVIDERS_OURA_CLIENT_SECRET", options.clientSecret());
    env.put("TRIBUTARY_PROVIDERS_OURA_QUOTA", options.quota() + "/5m");
  }

  /** Starts it, again after a kill, and returns once it serves. */
  synchronized void start() {
    child =
        DemoProcess.start(
            "service",
            List.of(root.resolve("scripts/run").toString()),
            env,
            work.resolve("service.log"));
    child.awaitReady(START_LIMIT);
  }

  /** The team that its first start made. */
  DemoTarget target() {
    return DemoTarget.of(
        "http://127.0.0.1:" + env.get("TRIBUTARY_HTTP_PORT"), data.resolve("bootstrap.json"));
  }

  /** SIGKILL to the service and, if wanted, to its PostgreSQL in the same moment. */
  synchronized void kill(boolean postgresToo) {
    if (postgresToo) {
      postgres().ifPresent(ProcessHandle::destroyForcibly);
    }
    child.kill();
  }

  /** Stops the service; its PostgreSQL goes with it, even one that a kill has orphaned. */
  @Override
  public synchronized void close() {
    if (child != null) {
      child.stop(STOP_LIMIT);
    }
    postgres().ifPresent(p -> p.destroy());
    port.close();
  }

  /**
   * The database server of our data directory; a process of the same number elsewhere is not it.
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
