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
 * {@code lab_exchange.simulator}.
 */
public final class SimulatorProcess extends VerticleBase implements SimulatorLocator {
  private static final String MAIN = "io.tributary.simulators.lab.LabSimulator";
  private static final Duration FRESH = Duration.ofSeconds(2);
  private static final long ASK_MILLIS = 5_000;

  private final Vertx owner;
  private final LabExchangeConfig settings;
  private final Path data;
  private final ChildProcess child;
  // Created in the constructor, because a client created inside the first calling verticle is
  // closed with it.
  private final HttpClient client;
  private Future<Place> known;
  private long knownAt;

  public SimulatorProcess(Vertx vertx, LabExchangeConfig settings, Path data) {
    this.owner = vertx;
    this.client = vertx.createHttpClient();
    this.settings = settings;
    this.data = data;
    this.child = new ChildProcess(vertx, "lab-simulator", MAIN, "128m", settings.simulatorStart());
  }

  @Override
  public synchronized Future<Place> where() {
    if (child.isStopped()) {
      return Future.failedFuture(away());
    }
    if (known == null || known.failed() || known.succeeded() && !good()) {
      known = settings.simulator().isEmpty() ? owner.executeBlocking(this::launch, false) : ask();
      knownAt = System.nanoTime();
    }
    return known;
  }

  private boolean good() {
    return settings.simulator().isEmpty()
        ? child.isAlive()
        : System.nanoTime() - knownAt < FRESH.toNanos();
  }

  Optional<Process> child() {
    return child.process();
  }

  private Future<Place> ask() {
    String control = settings.simulator().replaceAll("/+$", "");
    return client
        .request(new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(control + "/"))
        .compose(r -> r.send().compose(answer -> answer.body()))
        .timeout(ASK_MILLIS, TimeUnit.MILLISECONDS)
        .map(
            body ->
                new Place(
                    URI.create(control).getHost(),
                    body.toJsonObject().getInteger("mllp_port"),
                    control,
                    "http://"
                        + URI.create(control).getHost()
                        + ":"
                        + body.toJsonObject().getInteger("fhir_port", 0)));
  }

  private Place launch() throws IOException {
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
          SimulatorProcess::place);
    } catch (ChildProcess.NotStarted e) {
      throw away();
    }
  }

  private static Place place(String line) {
    String[] urls = line.split(" ");
    URI mllp = URI.create(urls[0]);
    return new Place(mllp.getHost(), mllp.getPort(), urls[1], urls[2]);
  }

  private static ServiceException away() {
    return ServiceException.unavailable(
        "the laboratory simulator does not answer", Duration.ofSeconds(5));
  }

  @Override
  public Future<?> stop() {
    return child.stop();
  }
}
