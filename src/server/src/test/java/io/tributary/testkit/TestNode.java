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
 * A whole node on a real database for tests, reached over HTTP as a client would. Settings are
 * given as the environment variables that a user would set.
 */
public final class TestNode implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static String template;

  private final Node node;
  private final String dbUrl;
  private final MasterKeys masters;
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
    this.masters = masters;
    this.settings = settings;
    this.first = first;
  }

  /** On a fresh migrated database. {@code settings} are pairs of variable and value. */
  public static TestNode start(String... settings) {
    return startOn(freshDatabase(), MasterKeys.of(new byte[32]), pairs(settings), null);
  }

  /** On this migrated database. */
  public static TestNode at(String dbUrl, String... settings) {
    return startOn(dbUrl, MasterKeys.of(new byte[32]), pairs(settings), null);
  }

  /** A migrated database of its own, copied from a template. */
  public static synchronized String freshDatabase() {
    if (template == null) {
      String url = Pg.newDatabase();
      Migrations.run(url);
      template = url.substring(url.lastIndexOf('/') + 1);
    }
    return Pg.newDatabaseLike(template);
  }

  /** A second node on the same database. */
  public TestNode another(String... more) {
    Map<String, String> s = new HashMap<>(settings);
    s.remove("TRIBUTARY_NODE_NAME");
    s.putAll(pairs(more));
    return startOn(dbUrl, masters, s, first);
  }

  /** Starts on another database, which knows the same keys: a copy of this one's. */
  public TestNode on(String otherDatabase) {
    return startOn(otherDatabase, masters, settings, first);
  }

  /** Starts with other settings on another database, which knows the same keys. */
  public TestNode on(String otherDatabase, String... other) {
    return startOn(otherDatabase, masters, pairs(other), first);
  }

  /** Starts again on the same database, after {@link #crash} or {@link #close}. */
  public TestNode again() {
    return startOn(dbUrl, masters, settings, first);
  }

  private static TestNode startOn(
      String dbUrl, MasterKeys masters, Map<String, String> settings, Bootstrap.FirstTeam known) {
    Map<String, String> env = new HashMap<>();
    env.put("TRIBUTARY_HTTP_PORT", "0");
    env.put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    env.put("TRIBUTARY_HTTP_INSTANCES", "1");
    env.put("TRIBUTARY_DB_POOL_SIZE", "6");
    // A machine that is busy with other tests is no database that is away.
    env.put("TRIBUTARY_DB_CONNECT_TIMEOUT", "10s");
    env.put("TRIBUTARY_DB_WAIT_LIMIT", "20s");
    env.put("TRIBUTARY_AUTH_CACHE_FOR", "0ms");
    env.put("TRIBUTARY_NODE_DRAIN_LIMIT", "5s");
    env.put("TRIBUTARY_CONNECTIONS_REFUSAL_WAITS", "20ms,20ms");
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

  /** The first team in its sandbox. */
  public Tenant tenant() {
    return new Tenant(first.team(), Environment.SANDBOX);
  }

  /** A call with the first team's API key; {@code body} null sends none. */
  public Answer call(String method, String path, String body) {
    return send(method, path, body, Map.of("x-service-api-key", first.apiKey()));
  }

  public Answer get(String path) {
    return call("GET", path, null);
  }

  public Answer post(String path, String body) {
    return call("POST", path, body);
  }

  /** A call with the first organisation's management key. */
  public Answer manage(String method, String path, String body) {
    return send(method, path, body, Map.of("x-management-key", first.managementKey()));
  }

  /** A call with just these headers. */
  public Answer send(String method, String path, String body, Map<String, String> headers) {
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
      return new Answer(r.statusCode(), r.headers(), r.body());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends at once, without drain. */
  public void crash() {
    node.crash();
  }

  @Override
  public void close() {
    node.stop();
  }
}
