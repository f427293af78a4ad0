package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.PortReservation;
import io.tributary.core.Tenant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Service started by {@code scripts/run} on a PostgreSQL of the benchmark. Its port, directory and
 * name stay the same over kills.
 */
final class ServiceRun implements AutoCloseable {
  private static final long START_SECONDS = 120;
  private static final int MAX_RETRIES = 120;

  private final PortReservation port = PortReservation.reserve();
  private final ServiceScript script;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private Process process;

  /**
   * @param more additional settings
   */
  ServiceRun(Path root, Path work, String name, String databaseUrl, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.putIfAbsent("TRIBUTARY_DB_URL", databaseUrl);
    this.script = new ServiceScript(root, work, name, port.port(), settings);
  }

  /** Starts the service and returns once it is ready. */
  void start() {
    launch();
    SinkProcess.await("service ready, see " + script.log(), START_SECONDS, () -> status() == 200);
  }

  /** Starts the service without waiting. */
  void launch() {
    process = script.start();
  }

  boolean ready() {
    return status() == 200;
  }

  private int status() {
    if (!process.isAlive()) {
      throw new IllegalStateException("the service exited, check " + script.log());
    }
    try {
      return http.send(
              HttpRequest.newBuilder(uri("/health/ready")).timeout(Duration.ofSeconds(5)).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port.port() + path);
  }

  int port() {
    return port.port();
  }

  Tenant tenant() {
    return new Tenant(UUID.fromString(bootstrap().path("team_id").asText()), Environment.SANDBOX);
  }

  String webhooks() {
    JsonNode b = bootstrap();
    return "/v1/org/%s/team/%s/sandbox/webhook"
        .formatted(b.path("org_id").asText(), b.path("team_id").asText());
  }

  private JsonNode bootstrap() {
    try {
      return Json.parse(Files.readAllBytes(script.data().resolve("bootstrap.json")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends one request; returns an empty object if the response has no body. */
  JsonNode call(String method, String path, Object body) throws IOException {
    return call(method, path, body, Map.of());
  }

  /** Sends one request with additional headers. */
  JsonNode call(String method, String path, Object body, Map<String, String> headers)
      throws IOException {
    boolean manage = path.startsWith("/v1/");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .timeout(Duration.ofSeconds(30))
            .header(
                manage ? "x-management-key" : "x-service-api-key",
                bootstrap().path(manage ? "management_key" : "api_key").asText())
            .header("content-type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)));
    headers.forEach(request::header);
    try {
      HttpResponse<byte[]> r = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      if (r.statusCode() / 100 != 2) {
        throw new IOException(method + " " + path + ": status " + r.statusCode());
      }
      return r.body().length == 0 ? Json.object() : Json.parse(r.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /**
   * Posts a body of another content type with the team's API key. It retries only after 429,
   * waiting as Retry-After demands, because such a request was not processed.
   */
  JsonNode post(String path, String type, byte[] body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path))
            .timeout(Duration.ofSeconds(60))
            .header("x-service-api-key", bootstrap().path("api_key").asText())
            .header("content-type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    try {
      HttpResponse<byte[]> r = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      for (int told = 0; r.statusCode() == 429 && told < MAX_RETRIES; told++) {
        SinkProcess.pause(1000 * r.headers().firstValueAsLong("retry-after").orElse(1));
        r = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      }
      if (r.statusCode() / 100 != 2) {
        throw new IOException("POST " + path + ": status " + r.statusCode());
      }
      return Json.parse(r.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Returns the team's API key or the management key of its organization. */
  String key(boolean management) {
    return bootstrap().path(management ? "management_key" : "api_key").asText();
  }

  /** Returns a page that needs no key. */
  String getText(String path) {
    try {
      return http.send(
              HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(10)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Returns the processor time since the start. */
  double processorSeconds() {
    return process.info().totalCpuDuration().orElseThrow().toMillis() / 1000.0;
  }

  /** Returns VmRSS in kB. */
  long residentKilobytes() {
    return residentKilobytes(process.pid())
        .orElseThrow(() -> new IllegalStateException("no VmRSS for process " + process.pid()));
  }

  /** Returns VmRSS in kB of the process and all its descendants. */
  long treeResidentKilobytes() {
    return residentKilobytes(process.pid()).orElse(0)
        + process.descendants().mapToLong(p -> residentKilobytes(p.pid()).orElse(0)).sum();
  }

  /** Returns empty for a process that has just ended. */
  private static OptionalLong residentKilobytes(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return OptionalLong.empty();
    }
  }

  /** Kills the service with SIGKILL. */
  void kill() {
    ServiceScript.awaitExit(process.destroyForcibly());
  }

  @Override
  public void close() {
    if (process != null && process.isAlive()) {
      process.destroy();
      ServiceScript.awaitExit(process);
    }
    port.close();
  }
}
