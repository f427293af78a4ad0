package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.PortReservation;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.db.EmbeddedPostgresException;
import io.tributary.simulators.lab.LabOptions;
import io.tributary.simulators.lab.LabSimulator;
import io.tributary.simulators.oura.OuraOptions;
import io.tributary.simulators.oura.OuraSimulator;
import io.tributary.tools.bench.SinkProcess;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Environment of a chaos test: PostgreSQL, the nodes, a provider, a laboratory and a webhook
 * receiver, connected through {@link FaultyProxy} links.
 */
final class ChaosEnvironment implements AutoCloseable {
  /** Quota of the provider and of the nodes' settings, low enough to take effect. */
  private static final int PROVIDER_QUOTA = 120;

  private static final int WINDOW_SECONDS = 10;
  private static final int START_SECONDS = 180;
  private static final int CRASH_SECONDS = 10;

  private final EmbeddedPostgres.Settings settings;
  private volatile EmbeddedPostgres postgres;
  private final Vertx vertx = Vertx.vertx();
  private final byte[] key = Encryption.randomBytes(32);
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();
  final OuraSimulator ringProvider;
  final LabSimulator lab;
  final SinkProcess sink;
  final List<NodeProcess> nodeProcesses;
  private LoadBalancer loadBalancer;

  /**
   * @param builds project directories from which each node is started in rotation
   * @param nodes number of nodes
   */
  ChaosEnvironment(List<Path> builds, Path work, int nodes) throws Exception {
    settings =
        new EmbeddedPostgres.Settings(work.resolve("postgres"), Duration.ofMinutes(2), Map.of());
    postgres = EmbeddedPostgres.start(settings, line -> {});
    ringProvider =
        OuraSimulator.start(
                vertx,
                OuraOptions.parse(
                    "--port",
                    "0",
                    "--days",
                    Integer.toString(RingLoad.DAYS),
                    "--rate-limit",
                    Integer.toString(PROVIDER_QUOTA),
                    "--rate-window",
                    Integer.toString(WINDOW_SECONDS)))
            .await();
    List<PortReservation> results = ports(nodes);
    // Any node accepts the laboratory's messages.
    FaultyProxy toNodes =
        track(
            new FaultyProxy(
                "laboratory to nodes",
                results.stream().map(PortReservation::port).toArray(Integer[]::new)));
    lab =
        LabSimulator.start(
                vertx,
                LabOptions.parse(
                    "--port", "0",
                    "--control-port", "0",
                    "--results", "127.0.0.1:" + toNodes.port(),
                    "--auto", "normal",
                    "--drop-rate", "0.05",
                    "--duplicate-rate", "0.2",
                    "--shuffle-rate", "0.2",
                    "--busy-rate", "0.1"))
            .await();
    sink = SinkProcess.start(Files.createDirectories(work.resolve("sink")));
    nodeProcesses = createNodes(builds, work, results);
  }

  private <T extends AutoCloseable> T track(T what) {
    resources.push(what);
    return what;
  }

  private List<PortReservation> ports(int n) {
    return IntStream.range(0, n).mapToObj(i -> track(PortReservation.reserve())).toList();
  }

  /** Returns the builds rotated, so that the nodes do not start with the same one. */
  private static List<Path> rotateBuilds(List<Path> builds, int node) {
    List<Path> turned = new ArrayList<>(builds);
    Collections.rotate(turned, node);
    return turned;
  }

  private List<NodeProcess> createNodes(
      List<Path> builds, Path work, List<PortReservation> results) {
    int n = results.size();
    List<PortReservation> http = ports(n);
    // Any node accepts the provider's notifications.
    FaultyProxy fromProvider =
        track(
            new FaultyProxy(
                "provider to nodes",
                http.stream().map(PortReservation::port).toArray(Integer[]::new)));
    List<PortReservation> memberPorts = ports(n);
    List<PortReservation> busPorts = ports(n);
    String others =
        memberPorts.stream().map(p -> "127.0.0.1:" + p.port()).collect(Collectors.joining(","));
    String secret = Ids.randomBase62(48);
    String api = "sk_us_" + Ids.randomBase62(32);
    String management = "mg_" + Ids.randomBase62(32);
    List<NodeProcess> all = new ArrayList<>();
    URI database = URI.create(postgres.url());
    for (int i = 0; i < n; i++) {
      String name = "node-" + (i + 1);
      Map<String, FaultyProxy> links = new LinkedHashMap<>();
      links.put("database", new FaultyProxy(name + " to database", database.getPort()));
      links.put("provider", new FaultyProxy(name + " to provider", ringProvider.port()));
      links.put("bus", new FaultyProxy("peers to " + name, busPorts.get(i).port()));
      Map<String, String> s = new LinkedHashMap<>();
      s.put("TRIBUTARY_DB_URL", withPort(database, links.get("database").port()));
      s.put("TRIBUTARY_DB_POOL_SIZE", "12");
      // A start may meet several database outages here; two minutes would cover only one.
      s.put("TRIBUTARY_DB_STARTUP_TIMEOUT", "10m");
      s.put("TRIBUTARY_MASTER_KEY", Base64.getEncoder().encodeToString(key));
      s.put("TRIBUTARY_BOOTSTRAP_API_KEY", api);
      s.put("TRIBUTARY_BOOTSTRAP_MANAGEMENT_KEY", management);
      s.put("TRIBUTARY_HTTP_PUBLIC_URL", "http://127.0.0.1:" + fromProvider.port());
      s.put("TRIBUTARY_USERS_SANDBOX_LIMIT", "100000");
      s.put("TRIBUTARY_HEAP", "512m");
      if (n > 1) {
        s.put("TRIBUTARY_CLUSTER_ENABLED", "true");
        s.put("TRIBUTARY_CLUSTER_SECRET", secret);
        s.put("TRIBUTARY_CLUSTER_PORT", Integer.toString(memberPorts.get(i).port()));
        s.put("TRIBUTARY_CLUSTER_BUS_PORT", Integer.toString(busPorts.get(i).port()));
        s.put("TRIBUTARY_CLUSTER_PUBLIC_BUS_PORT", Integer.toString(links.get("bus").port()));
        s.put("TRIBUTARY_CLUSTER_MEMBERS", others);
      }
      addProviderSettings(s, links.get("provider"));
      addLabSettings(s, results.get(i).port());
      // The default waits of minutes and hours would only prolong the end of the test.
      s.put("TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "1s,2s,5s,10s,20s,30s,60s");
      s.put("TRIBUTARY_WEBHOOK_BREAKER_MAX_PROBE_DELAY", "10s");
      s.put("TRIBUTARY_PULL_RETRY_SCHEDULE", "2s,5s,10s");
      s.put("TRIBUTARY_PULL_MAX_ATTEMPTS", "500");
      s.put("TRIBUTARY_PULL_POLL_INTERVAL", PolledWorkouts.POLL_INTERVAL.toMinutes() + "m");
      s.put("TRIBUTARY_CONNECTIONS_REJECTION_RETRY_SCHEDULE", "30s,1m,2m,5m");
      all.add(new NodeProcess(rotateBuilds(builds, i), work, name, http.get(i).port(), links, s));
    }
    this.apiKey = api;
    this.managementKey = management;
    return List.copyOf(all);
  }

  private String apiKey;
  private String managementKey;

  private static String withPort(URI database, int port) {
    return "postgresql://"
        + database.getRawUserInfo()
        + "@127.0.0.1:"
        + port
        + database.getRawPath();
  }

  private void addProviderSettings(Map<String, String> s, FaultyProxy link) {
    String begin = "TRIBUTARY_PROVIDERS_OURA_";
    s.put(begin + "API_URL", "http://127.0.0.1:" + link.port());
    // Browsers do not use the link.
    s.put(begin + "AUTHORIZE_URL", ringProvider.baseUrl() + "/oauth/authorize");
    s.put(begin + "CLIENT_ID", "tributary-sandbox");
    s.put(begin + "CLIENT_SECRET", "tributary-sandbox-secret");
    s.put(begin + "QUOTA", PROVIDER_QUOTA + "/" + WINDOW_SECONDS + "s");
  }

  private void addLabSettings(Map<String, String> s, int results) {
    s.put("TRIBUTARY_LAB_EXCHANGE_SIMULATOR_URL", lab.controlUrl());
    s.put("TRIBUTARY_LAB_EXCHANGE_SANDBOX_PORT", Integer.toString(results));
    s.put("TRIBUTARY_LAB_EXCHANGE_SANDBOX_MANUAL_DISPATCH", "false");
    s.put("TRIBUTARY_LAB_EXCHANGE_RETRY_SCHEDULE", "200ms,1s");
    s.put("TRIBUTARY_LAB_EXCHANGE_ACK_TIMEOUT", "3s");
    s.put("TRIBUTARY_ORDERS_REQUIRE_CONSENTS", "false");
  }

  /** Starts the nodes one after another; the first one creates the schema and the team. */
  void start() throws Exception {
    Map<String, Integer> ports = new LinkedHashMap<>();
    nodeProcesses.forEach(m -> ports.put(m.name(), m.port()));
    loadBalancer = track(new LoadBalancer(ports, apiKey, managementKey));
    for (NodeProcess m : nodeProcesses) {
      m.start();
      awaitReady(m);
    }
    sql("update team_environment set lab_feature_flags = lab_feature_flags || '{report_parsing}'");
    JsonNode team =
        Json.parse(
            Files.readAllBytes(
                nodeProcesses.getFirst().log().resolveSibling("node-1").resolve("bootstrap.json")));
    String managed =
        "/v1/org/%s/team/%s/sandbox/"
            .formatted(team.path("org_id").asText(), team.path("team_id").asText());
    manage("PUT", managed + "event_log", Json.object().put("enabled", true));
    manage(
        "POST",
        managed + "webhook",
        Json.object().put("url", sink.url("keep", ConsistencyView.LANE)));
    manage(
        "POST",
        managed + "webhook",
        Json.object()
            .put("url", sink.url("ok", ConsistencyView.PACED))
            .put("rate_limit", DeliveryChecks.RATE_LIMIT));
  }

  private void manage(String method, String path, Object body)
      throws LoadBalancer.ResponseLostException {
    LoadBalancer.Reply r = loadBalancer.call(method, path, body, Map.of(), () -> true);
    if (!r.isHealthy()) {
      throw new IllegalStateException(path + ": status " + r.status() + " " + r.body());
    }
  }

  private void awaitReady(NodeProcess m) {
    SinkProcess.await(
        m.name() + " ready, see " + m.log(),
        START_SECONDS,
        () -> {
          if (!m.isRunning()) {
            throw new IllegalStateException(m.name() + " exited, check " + m.log());
          }
          return loadBalancer.isReady(m.name());
        });
  }

  /** Stops all processes if the test is aborted. */
  void abort() {
    nodeProcesses.forEach(NodeProcess::kill);
    sink.close();
    postgres.stop();
  }

  /** Waits until all nodes are ready, after all faults have ended. */
  void awaitAll() {
    for (NodeProcess m : nodeProcesses) {
      SinkProcess.await(
          m.name() + " ready, see " + m.log(), START_SECONDS, () -> loadBalancer.isReady(m.name()));
    }
  }

  LoadBalancer loadBalancer() {
    return loadBalancer;
  }

  ConsistencyView consistencyView() {
    return new ConsistencyView(loadBalancer, sink, postgres.url());
  }

  List<ConsistencyCheck> audit(Consumer<String> say) throws IOException {
    List<Path> logs = nodeProcesses.stream().map(NodeProcess::log).toList();
    return AuditChecks.verify(vertx, postgres.url(), key, logs, say);
  }

  /** Stops the database regularly and starts it on the same port. */
  void restartDatabase() {
    try {
      postgres.stop();
      postgres = EmbeddedPostgres.start(settings, line -> {});
    } catch (EmbeddedPostgresException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  /**
   * Crashes the database with SIGQUIT: the server stops without writing anything and recovers from
   * its WAL. All acknowledged data must still exist.
   */
  void crashDatabase() {
    ProcessHandle server = ProcessHandle.of(postgres.pid()).orElseThrow();
    NodeProcess.signal(server.pid(), "QUIT");
    SinkProcess.await("PostgreSQL has exited", CRASH_SECONDS, () -> !server.isAlive());
    try {
      postgres = EmbeddedPostgres.start(settings, line -> {});
    } catch (EmbeddedPostgresException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private void sql(String sql) throws SQLException {
    try (Connection c = io.tributary.tools.bench.ResilienceTestRun.connect(postgres.url());
        Statement s = c.createStatement()) {
      s.execute(sql);
    }
  }

  @Override
  public void close() throws Exception {
    nodeProcesses.forEach(NodeProcess::close);
    sink.close();
    while (!resources.isEmpty()) {
      resources.pop().close();
    }
    lab.close().await();
    vertx.close().await();
    postgres.stop();
  }
}
