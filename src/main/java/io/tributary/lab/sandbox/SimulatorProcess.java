package io.tributary.lab.sandbox;

import io.tributary.config.LabExchangeConfig;
import io.tributary.kernel.Refusal;
import io.tributary.lab.exchange.SimulatorPlace;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The laboratory simulator that the sandbox sends orders to: where the configuration says, else a
 * child process of this node, started when it is first needed and again when it died. It ends with
 * this process. What was ordered lies in the data directory. Several nodes need one simulator for
 * all, hence {@code lab_exchange.simulator}.
 */
public final class SimulatorProcess extends VerticleBase implements SimulatorPlace {
  private static final String MAIN = "io.tributary.simulator.lab.LabSimulator";
  private static final String READY = "ready ";
  private static final Duration FRESH = Duration.ofSeconds(2);
  private static final long ASK_MILLIS = 5_000;

  private final Vertx owner;
  private final LabExchangeConfig settings;
  private final Path data;
  private HttpClient client;
  private Process process;
  private Future<Place> known;
  private long knownAt;
  private boolean stopped;

  public SimulatorProcess(Vertx vertx, LabExchangeConfig settings, Path data) {
    this.owner = vertx;
    this.settings = settings;
    this.data = data;
  }

  @Override
  public synchronized Future<Place> where() {
    if (stopped) {
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
        ? process != null && process.isAlive()
        : System.nanoTime() - knownAt < FRESH.toNanos();
  }

  /** The child process, if one was started. */
  synchronized Optional<Process> child() {
    return Optional.ofNullable(process);
  }

  private Future<Place> ask() {
    String control = settings.simulator().replaceAll("/+$", "");
    if (client == null) {
      client = owner.createHttpClient();
    }
    return client
        .request(new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(control + "/"))
        .compose(r -> r.send().compose(answer -> answer.body()))
        .timeout(ASK_MILLIS, TimeUnit.MILLISECONDS)
        .map(
            body ->
                new Place(
                    URI.create(control).getHost(),
                    body.toJsonObject().getInteger("mllp_port"),
                    control));
  }

  private Place launch() throws IOException {
    Files.createDirectories(data);
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN,
                "--exit-with-stdin",
                "--port",
                "0",
                "--control-port",
                "0",
                "--state",
                data.resolve("lab-simulator.txt").toString()));
    // Held open: its end is what tells the child that this process is gone.
    Process child =
        builder
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    CompletableFuture<String> ready = new CompletableFuture<>();
    Thread.ofVirtual().name("lab-simulator-output").start(() -> read(child, ready));
    try {
      String line = ready.get(settings.simulatorStart().toMillis(), TimeUnit.MILLISECONDS);
      return keep(child, line);
    } catch (ExecutionException | TimeoutException | IllegalArgumentException e) {
      child.destroyForcibly();
      throw away();
    } catch (InterruptedException e) {
      child.destroyForcibly();
      Thread.currentThread().interrupt();
      throw away();
    }
  }

  private synchronized Place keep(Process child, String line) {
    String[] urls = line.split(" ");
    URI mllp = URI.create(urls[0]);
    process = child;
    if (stopped) {
      child.destroy();
    }
    return new Place(mllp.getHost(), mllp.getPort(), urls[1]);
  }

  private static Refusal away() {
    return Refusal.unavailable("the laboratory simulator does not answer", Duration.ofSeconds(5));
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
