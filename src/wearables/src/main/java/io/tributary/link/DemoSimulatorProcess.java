package io.tributary.link;

import io.tributary.config.ServiceConfig;
import io.tributary.process.ChildProcess;
import io.tributary.provider.ProviderException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Oura simulator that demo connections use: the configured URL, or a child process of this node.
 *
 * <p>The child is started on first use and restarted when it has died. It ends with this process.
 * Its simulated users are stored in the data directory, so several nodes must share one simulator
 * through {@code demo.simulator}.
 */
public final class DemoSimulatorProcess extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(DemoSimulatorProcess.class.getName());
  private static final String MAIN = "io.tributary.simulators.oura.OuraSimulator";

  private final Vertx owner;
  private final ServiceConfig.Demo settings;
  private final Path data;
  private final ChildProcess child;
  private Future<String> starting;
  private volatile int preferredPort;

  public DemoSimulatorProcess(Vertx vertx, ServiceConfig.Demo settings, Path data) {
    this.owner = vertx;
    this.settings = settings;
    this.data = data;
    this.child = new ChildProcess(vertx, "demo-simulator", MAIN, "192m", settings.startupTimeout());
  }

  /**
   * Returns the base URL. Waits for the start, so call it on virtual or plain threads only.
   *
   * @throws ProviderException.Unavailable when the simulator does not start in time
   */
  public String baseUrl() {
    return settings.simulator().isEmpty() ? running().await() : settings.simulator();
  }

  Optional<Process> child() {
    return child.process();
  }

  private synchronized Future<String> running() {
    if (child.isStopped()) {
      return Future.failedFuture(new ProviderException.Unavailable("stopping"));
    }
    boolean alive =
        starting != null && (!starting.isComplete() || starting.succeeded() && child.isAlive());
    if (!alive) {
      starting = owner.executeBlocking(this::launch, false);
    }
    return starting;
  }

  private String launch() {
    int before = preferredPort;
    try {
      Files.createDirectories(data);
      if (before != 0) {
        try {
          return launch(before);
        } catch (ChildProcess.ProcessStartException taken) {
          LOG.log(Level.INFO, "demo simulator: previous port in use, using another one");
        }
      }
      return launch(0);
    } catch (ChildProcess.ProcessStartException | IOException e) {
      throw new ProviderException.Unavailable("the simulator did not start");
    }
  }

  private String launch(int port) throws ChildProcess.ProcessStartException {
    return child.start(
        List.of(
            "--port",
            String.valueOf(port),
            "--days",
            String.valueOf(settings.days()),
            "--client-id",
            settings.clientId(),
            "--client-secret",
            settings.clientSecret(),
            "--state",
            data.resolve("oura-simulator.json").toString()),
        url -> {
          preferredPort = Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
          return url;
        });
  }

  @Override
  public Future<?> stop() {
    return child.stop();
  }
}
