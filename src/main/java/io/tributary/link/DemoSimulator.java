package io.tributary.link;

import io.tributary.config.ServiceConfig;
import io.tributary.provider.ProviderFault;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The Oura simulator that demo connections talk to: where the configuration says, else a child
 * process of this node, started when it is first needed and again when it died. It ends with this
 * process. Its people live in the data directory; several nodes need one simulator for all, hence
 * {@code demo.simulator}.
 */
public final class DemoSimulator extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(DemoSimulator.class.getName());
  private static final String MAIN = "io.tributary.simulator.oura.OuraSimulator";
  private static final String READY = "ready ";

  private final Vertx owner;
  private final ServiceConfig.Demo settings;
  private final Path data;
  private Process process;
  private Future<String> starting;
  private int lastPort;
  private boolean stopped;

  public DemoSimulator(Vertx vertx, ServiceConfig.Demo settings, Path data) {
    this.owner = vertx;
    this.settings = settings;
    this.data = data;
  }

  /**
   * Base URL; waits for a start, so only for virtual and plain threads.
   *
   * @throws ProviderFault.Unavailable when it does not come up in time
   */
  public String baseUrl() {
    return settings.simulator().isEmpty() ? running().await() : settings.simulator();
  }

  /** The child process, if one was started. */
  synchronized Optional<Process> child() {
    return Optional.ofNullable(process);
  }

  private synchronized Future<String> running() {
    if (stopped) {
      return Future.failedFuture(new ProviderFault.Unavailable("stopping"));
    }
    boolean alive =
        starting != null && (!starting.isComplete() || starting.succeeded() && process.isAlive());
    if (!alive) {
      starting = owner.executeBlocking(this::launch, false);
    }
    return starting;
  }

  private String launch() {
    int before = port();
    try {
      if (before != 0) {
        try {
          return launch(before);
        } catch (ProviderFault.Unavailable taken) {
          LOG.log(Level.INFO, "demo simulator: the last port is not free, taking another");
        }
      }
      return launch(0);
    } catch (IOException e) {
      throw new ProviderFault.Unavailable("the simulator does not start");
    }
  }

  private String launch(int port) throws IOException {
    Files.createDirectories(data);
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN,
                "--exit-with-stdin",
                "--port",
                String.valueOf(port),
                "--days",
                String.valueOf(settings.days()),
                "--client-id",
                settings.clientId(),
                "--client-secret",
                settings.clientSecret(),
                "--state",
                data.resolve("oura-simulator.json").toString()));
    // Held open: its end is what tells the child that this process is gone.
    Process child =
        builder
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    CompletableFuture<String> ready = new CompletableFuture<>();
    Thread.ofVirtual().name("demo-simulator-output").start(() -> read(child, ready));
    try {
      String url = ready.get(settings.startLimit().toMillis(), TimeUnit.MILLISECONDS);
      keep(child, Integer.parseInt(url.substring(url.lastIndexOf(':') + 1)));
      return url;
    } catch (ExecutionException | TimeoutException | NumberFormatException e) {
      child.destroyForcibly();
      throw new ProviderFault.Unavailable("the simulator does not start");
    } catch (InterruptedException e) {
      child.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new ProviderFault.Unavailable("interrupted");
    }
  }

  private synchronized int port() {
    return lastPort;
  }

  private synchronized void keep(Process child, int port) {
    process = child;
    lastPort = port;
    if (stopped) {
      child.destroy();
    }
  }

  /** Reads on after the ready line, so that the child never waits for a full pipe. */
  private static void read(Process child, CompletableFuture<String> ready) {
    try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(READY)) {
          ready.complete(line.substring(READY.length()).strip());
        }
      }
      ready.completeExceptionally(new IOException("ended"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  @Override
  public Future<?> stop() {
    Process child;
    synchronized (this) {
      stopped = true;
      child = process;
    }
    if (child == null) {
      return Future.succeededFuture();
    }
    return owner.executeBlocking(
        () -> {
          child.destroy();
          if (!child.waitFor(5, TimeUnit.SECONDS)) {
            child.destroyForcibly();
          }
          return null;
        },
        false);
  }
}
