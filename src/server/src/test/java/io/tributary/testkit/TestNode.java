package io.tributary.testkit;

import io.tributary.Node;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.crypto.MasterKeys;
import io.tributary.db.Db;
import io.tributary.db.Migrations;
import io.tributary.team.Bootstrap;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A complete node on a real database for tests, reached over HTTP. Settings are given as
 * environment variables.
 */
public final class TestNode implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static String template;

  private final Node node;
  private final String dbUrl;
  private final MasterKeys masterKeys;
  private final Map<String, String> settings;
  private final Bootstrap.FirstTeam first;

  private TestNode(
      Node node,
      String dbUrl,
      MasterKeys masters,
      Map<String, String> settings,
      Bootstrap.FirstTeam first) {
    this.node = node;
    this.dbUrl = dbUrl;
    this.masterKeys = masters;
    this.settings = settings;
    this.first = first;
  }

  /** Starts a node on a new migrated database. {@code settings} are pairs of variable and value. */
  public static TestNode start(String... settings) {
    return startOn(newMigratedDatabase(), MasterKeys.of(new byte[32]), pairs(settings), null);
  }

  /** Starts a node on this migrated database. */
  public static TestNode startAt(String dbUrl, String... settings) {
    return startOn(dbUrl, MasterKeys.of(new byte[32]), pairs(settings), null);
  }

  /** Creates a migrated database as a copy of a template. */
  public static synchronized String newMigratedDatabase() {
    if (template == null) {
      String url = TestPostgres.newDatabase();
      Migrations.run(url);
      template = url.substring(url.lastIndexOf('/') + 1);
    }
    return TestPostgres.copyDatabase(template);
  }

  /** Starts a second node on the same database. */
  public TestNode startPeer(String... more) {
    Map<String, String> s = new HashMap<>(settings);
    s.remove("TRIBUTARY_NODE_NAME");
    s.putAll(pairs(more));
    return startOn(dbUrl, masterKeys, s, first);
  }

  /** Starts a node on another database that holds the same keys, such as a copy of this node's. */
  public TestNode startWithDatabase(String otherDatabase) {
    return startOn(otherDatabase, masterKeys, settings, first);
  }

  /** Starts a node with other settings on another database that holds the same keys. */
  public TestNode startWithDatabase(String otherDatabase, String... other) {
    return startOn(otherDatabase, masterKeys, pairs(other), first);
  }

  /** Restarts the node on the same database after {@link #crash} or {@link #close}. */
  public TestNode restart() {
    return startOn(dbUrl, masterKeys, settings, first);
  }

  private static TestNode startOn(
      String dbUrl, MasterKeys masters, Map<String, String> settings, Bootstrap.FirstTeam known) {
    Map<String, String> env = new HashMap<>();
    env.put("TRIBUTARY_HTTP_PORT", "0");
    env.put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    env.put("TRIBUTARY_HTTP_EVENT_LOOPS", "1");
    env.put("TRIBUTARY_DB_POOL_SIZE", "6");
    // A machine that is busy with other tests must not look like an unavailable database.
    env.put("TRIBUTARY_DB_CONNECT_TIMEOUT", "10s");
    env.put("TRIBUTARY_DB_ACQUIRE_TIMEOUT", "20s");
    env.put("TRIBUTARY_AUTH_CACHE_TTL", "0ms");
    env.put("TRIBUTARY_NODE_SHUTDOWN_TIMEOUT", "5s");
    env.put("TRIBUTARY_CONNECTIONS_REJECTION_RETRY_SCHEDULE", "20ms,20ms");
    env.putAll(settings);
    String name = env.computeIfAbsent("TRIBUTARY_NODE_NAME", k -> "node-" + Ids.randomHex(4));
    ServiceConfig config;
    try {
      config = ConfigLoader.load(Path.of("no-conf"), env);
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e);
    }
    Node node = Node.start(config, name, dbUrl, masters, proposal -> proposal);
    return new TestNode(node, dbUrl, masters, env, known == null ? node.firstTeam() : known);
  }

  private static Map<String, String> pairs(String... settings) {
    Map<String, String> out = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      out.put(settings[i], settings[i + 1]);
    }
    return out;
  }

  public Node node() {
    return node;
  }

  public Db db() {
    return node.db();
  }

  public Vertx vertx() {
    return node.vertx();
  }

  public String dbUrl() {
    return dbUrl;
  }

  public Encryption secrets() {
    return node.vault().installation();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + node.port() + path;
  }

  public Bootstrap.FirstTeam first() {
    return first;
  }

  /** Returns the first team's sandbox. */
  public Tenant tenant() {
    return new Tenant(first.team(), Environment.SANDBOX);
  }

  /** Sends a request with the first team's API key; a null {@code body} sends none. */
  public TestResponse call(String method, String path, String body) {
    return send(method, path, body, Map.of("x-service-api-key", first.apiKey()));
  }

  public TestResponse get(String path) {
    return call("GET", path, null);
  }

  public TestResponse post(String path, String body) {
    return call("POST", path, body);
  }

  /** Sends a request with the first organization's management key. */
  public TestResponse callManagement(String method, String path, String body) {
    return send(method, path, body, Map.of("x-management-key", first.managementKey()));
  }

  /** Sends a request with exactly these headers. */
  public TestResponse send(String method, String path, String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url(path)))
            .timeout(Duration.ofSeconds(90))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    if (body != null) {
      request.header("content-type", "application/json");
    }
    try {
      HttpResponse<byte[]> r = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return new TestResponse(r.statusCode(), r.headers(), r.body());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stops the node at once, without draining. */
  public void crash() {
    node.crash();
  }

  @Override
  public void close() {
    node.stop();
  }
}
