package io.tributary.tools.bench;

import io.tributary.Node;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.MasterKeys;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.db.EmbeddedPostgresException;
import io.tributary.db.Migrations;
import io.vertx.pgclient.PgConnectOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Node on a fresh PostgreSQL with the service's default settings and fsync enabled. */
final class BenchEnvironment implements AutoCloseable {
  private final EmbeddedPostgres postgres;
  private final Node node;
  private final ServiceConfig config;
  private final HttpClient http = HttpClient.newHttpClient();

  private BenchEnvironment(EmbeddedPostgres postgres, Node node, ServiceConfig config) {
    this.postgres = postgres;
    this.node = node;
    this.config = config;
  }

  /**
   * @param work an existing directory, below which the node stores its data
   */
  static BenchEnvironment prepare(Path work) throws EmbeddedPostgresException, ConfigException {
    return prepare(work, Map.of());
  }

  /**
   * @param more settings in addition to those of every benchmark
   */
  static BenchEnvironment prepare(Path work, Map<String, String> more)
      throws EmbeddedPostgresException, ConfigException {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("TRIBUTARY_HTTP_PORT", "0");
    settings.put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    settings.put("TRIBUTARY_USERS_SANDBOX_LIMIT", "100000");
    settings.put("TRIBUTARY_WEBHOOK_MAX_ENDPOINTS", "250");
    ServiceConfig config = ConfigLoader.load(work.resolve("no-conf"), settings);
    EmbeddedPostgres postgres =
        EmbeddedPostgres.start(
            new EmbeddedPostgres.Settings(
                work.resolve("postgres"), config.db().startupTimeout(), Map.of()),
            line -> {});
    try {
      Migrations.run(postgres.url());
      Node node =
          Node.start(
              config, "bench", postgres.url(), MasterKeys.of(new byte[32]), proposal -> proposal);
      return new BenchEnvironment(postgres, node, config);
    } catch (RuntimeException e) {
      postgres.stop();
      throw e;
    }
  }

  Node node() {
    return node;
  }

  ServiceConfig config() {
    return config;
  }

  Tenant tenant() {
    return new Tenant(node.firstTeam().team(), Environment.SANDBOX);
  }

  String apiKey() {
    return node.firstTeam().apiKey();
  }

  /** Returns options to connect to the same database without code of the service. */
  PgConnectOptions connectOptions() {
    return PgConnectOptions.fromUri(postgres.url())
        .setCachePreparedStatements(true)
        .setPreparedStatementCacheMaxSize(512);
  }

  /**
   * Calls the API, or the management API if the path starts with /v1; throws unless the status is
   * 2xx.
   */
  com.fasterxml.jackson.databind.JsonNode call(String method, String path, Object body) {
    boolean manage = path.startsWith("/v1/");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
            .header(
                manage ? "x-management-key" : "x-service-api-key",
                manage ? node.firstTeam().managementKey() : apiKey())
            .header("content-type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)))
            .build();
    try {
      HttpResponse<byte[]> r = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (r.statusCode() / 100 != 2) {
        throw new IllegalStateException(method + " " + path + ": status " + r.statusCode());
      }
      return r.statusCode() == 204 ? Json.object() : Json.parse(r.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Returns the path of the webhook endpoints of the benchmark's team. */
  String webhooksPath() {
    var first = node.firstTeam();
    return "/v1/org/" + first.org() + "/team/" + first.team() + "/sandbox/webhook";
  }

  /** Returns the body of a GET. */
  byte[] bytes(String path) {
    return Json.bytes(call("GET", path, null));
  }

  /** Throws unless a read, grouped or not, returns this number of samples. */
  void expectSamples(String path, int n) {
    var reply = call("GET", path, null);
    int got =
        reply.isArray()
            ? reply.size()
            : reply.path("groups").findValues("data").stream().mapToInt(d -> d.size()).sum();
    if (got != n) {
      throw new IllegalStateException(path + ": " + got + " samples");
    }
  }

  @Override
  public void close() {
    node.stop();
    postgres.stop();
  }

  /** Deletes a directory tree that a benchmark created. */
  static void delete(Path dir) throws IOException {
    try (var tree = Files.walk(dir)) {
      for (Path p : tree.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    }
  }
}
