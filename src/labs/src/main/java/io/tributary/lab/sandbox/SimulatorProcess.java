package io.tributary.lab.sandbox;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.ServiceException;
import io.tributary.lab.exchange.SimulatorLocator;
import io.tributary.process.ChildProcess;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Laboratory simulator of the sandbox: the configured one, or a child process of this node.
 *
 * <p>The child process starts on first use, restarts after it died and ends with this process. It
 * keeps its orders in the data directory. Several nodes must share one simulator, configured as
 * {@code lab_exchange.simulator_url}.
 */
public final class SimulatorProcess extends VerticleBase implements SimulatorLocator {
  private static final String MAIN = "io.tributary.simulators.lab.LabSimulator";
  private static final Duration ENDPOINTS_TTL = Duration.ofSeconds(2);
  private static final long REQUEST_TIMEOUT_MILLIS = 5_000;

  private final Vertx owner;
  private final LabExchangeConfig settings;
  private final Path data;
  private final ChildProcess child;
  // Created in the constructor, because a client created inside the first calling verticle is
  // closed with it.
  private final HttpClient client;
  private Future<SimulatorEndpoints> endpoints;
  private long endpointsReadAt;

  public SimulatorProcess(Vertx vertx, LabExchangeConfig settings, Path data) {
    this.owner = vertx;
    this.client = vertx.createHttpClient();
    this.settings = settings;
    this.data = data;
    this.child =
        new ChildProcess(vertx, "lab-simulator", MAIN, "128m", settings.simulatorStartupTimeout());
  }

  @Override
  public synchronized Future<SimulatorEndpoints> locate() {
    if (child.isStopped()) {
      return Future.failedFuture(unavailable());
    }
    if (endpoints == null || endpoints.failed() || endpoints.succeeded() && !isCurrent()) {
      endpoints =
          settings.simulatorUrl().isEmpty()
              ? owner.executeBlocking(this::launch, false)
              : readEndpoints();
      endpointsReadAt = System.nanoTime();
    }
    return endpoints;
  }

  private boolean isCurrent() {
    return settings.simulatorUrl().isEmpty()
        ? child.isAlive()
        : System.nanoTime() - endpointsReadAt < ENDPOINTS_TTL.toNanos();
  }

  Optional<Process> child() {
    return child.process();
  }

  private Future<SimulatorEndpoints> readEndpoints() {
    String control = settings.simulatorUrl().replaceAll("/+$", "");
    return client
        .request(new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(control + "/"))
        .compose(r -> r.send().compose(answer -> answer.body()))
        .timeout(REQUEST_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .map(
            body ->
                new SimulatorEndpoints(
                    URI.create(control).getHost(),
                    body.toJsonObject().getInteger("mllp_port"),
                    control,
                    "http://"
                        + URI.create(control).getHost()
                        + ":"
                        + body.toJsonObject().getInteger("fhir_port", 0)));
  }

  private SimulatorEndpoints launch() throws IOException {
    Files.createDirectories(data);
    try {
      return child.start(
          List.of(
              "--port",
              "0",
              "--control-port",
              "0",
              "--state",
              data.resolve("lab-simulator.txt").toString()),
          SimulatorProcess::parseEndpoints);
    } catch (ChildProcess.ProcessStartException e) {
      throw unavailable();
    }
  }

  private static SimulatorEndpoints parseEndpoints(String line) {
    String[] urls = line.split(" ");
    URI mllp = URI.create(urls[0]);
    return new SimulatorEndpoints(mllp.getHost(), mllp.getPort(), urls[1], urls[2]);
  }

  private static ServiceException unavailable() {
    return ServiceException.unavailable(
        "the laboratory simulator does not respond", Duration.ofSeconds(5));
  }

  @Override
  public Future<?> stop() {
    return child.stop();
  }
}
