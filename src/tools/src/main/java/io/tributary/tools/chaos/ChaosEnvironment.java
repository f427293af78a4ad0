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
import io.tributary.simulators.oura.Options;
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
 * What the campaign stands on: a PostgreSQL, the nodes, a provider, a laboratory, and a receiver of
 * webhooks; links between all of them.
 */
final class ChaosEnvironment implements AutoCloseable {
  /** Of the provider, and of what the nodes believe of it: few enough to be felt. */
  private static final int CALLS = 120;

  private static final int WINDOW_SECONDS = 10;
  private static final int START_SECONDS = 180;
  private static final int CRASH_SECONDS = 10;

  private final EmbeddedPostgres.Settings settings;
  private volatile EmbeddedPostgres postgres;
  private final Vertx vertx = Vertx.vertx();
  private final byte[] key = Encryption.randomBytes(32);
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  final OuraSimulator rings;
  final LabSimulator lab;
  final SinkProcess sink;
  final List<NodeProcess> members;
  private LoadBalancer door;

  /**
   * @param builds directories of the project that each node is started from, in turn
   * @param nodes how many
   */
  ChaosEnvironment(List<Path> builds, Path work, int nodes) throws Exception {
    settings =
        new EmbeddedPostgres.Settings(work.resolve("postgres"), Duration.ofMinutes(2), Map.of());
    postgres = EmbeddedPostgres.start(settings, line -> {});
    rings =
        OuraSimulator.start(
                vertx,
                Options.parse(
                    "--port",
                    "0",
                    "--days",
                    Integer.toString(RingLoad.DAYS),
                    "--rate-limit",
                    Integer.toString(CALLS),
                    "--rate-window",
                    Integer.toString(WINDOW_SECONDS)))
            .await();
    List<PortReservation> results = ports(nodes);
    // Any node takes what the laboratory sends.
    FaultyProxy toNodes =
        opened(
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
    members = members(builds, work, results);
  }

  private <T extends AutoCloseable> T opened(T what) {
    open.push(what);
    return what;
  }

  private List<PortReservation> ports(int n) {
    return IntStream.range(0, n).mapToObj(i -> opened(PortReservation.reserve())).toList();
  }

  /** Nodes do not begin with the same one. */
  private static List<Path> from(List<Path> builds, int node) {
    List<Path> turned = new ArrayList<>(builds);
    Collections.rotate(turned, node);
    return turned;
  }

  private List<NodeProcess> members(List<Path> builds, Path work, List<PortReservation> results) {
    int n = results.size();
    List<PortReservation> http = ports(n);
    // Any node takes what the provider pushes.
    FaultyProxy fromProvider =
        opened(
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
      links.put("provider", new FaultyProxy(name + " to provider", rings.port()));
      links.put("bus", new FaultyProxy("others to " + name, busPorts.get(i).port()));
      Map<String, String> s = new LinkedHashMap<>();
      s.put("TRIBUTARY_DB_URL", at(database, links.get("database").port()));
      s.put("TRIBUTARY_DB_POOL_SIZE", "12");
      // A start may meet several outages of the database here; two minutes are for one.
      s.put("TRIBUTARY_DB_START_LIMIT", "10m");
      s.put("TRIBUTARY_SECRET_KEY", Base64.getEncoder().encodeToString(key));
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
      provider(s, links.get("provider"));
      laboratory(s, results.get(i).port());
      // Patience of minutes and hours would only make the end of the campaign late.
      s.put("TRIBUTARY_WEBHOOK_WAITS", "1s,2s,5s,10s,20s,30s,60s");
      s.put("TRIBUTARY_WEBHOOK_BREAKER_PROBE_MAX", "10s");
      s.put("TRIBUTARY_PULL_RETRY_WAITS", "2s,5s,10s");
      s.put("TRIBUTARY_PULL_RETRY_QUOTA", "500");
      s.put("TRIBUTARY_PULL_POLL_EVERY", LaterWorkouts.POLL.toMinutes() + "m");
      s.put("TRIBUTARY_CONNECTIONS_REFUSAL_WAITS", "30s,1m,2m,5m");
      all.add(new NodeProcess(from(builds, i), work, name, http.get(i).port(), links, s));
    }
    this.apiKey = api;
    this.managementKey = management;
    return List.copyOf(all);
  }

  private String apiKey;
  private String managementKey;

  private static String at(URI database, int port) {
    return "postgresql://"
        + database.getRawUserInfo()
        + "@127.0.0.1:"
        + port
        + database.getRawPath();
  }

  private void provider(Map<String, String> s, FaultyProxy link) {
    String begin = "TRIBUTARY_PROVIDERS_OURA_";
    s.put(begin + "API_URL", "http://127.0.0.1:" + link.port());
    // Browsers come another way.
    s.put(begin + "AUTHORISE_URL", rings.baseUrl() + "/oauth/authorize");
    s.put(begin + "CLIENT_ID", "tributary-sandbox");
    s.put(begin + "CLIENT_SECRET", "tributary-sandbox-secret");
    s.put(begin + "QUOTA", CALLS + "/" + WINDOW_SECONDS + "s");
  }

  private void laboratory(Map<String, String> s, int results) {
    s.put("TRIBUTARY_LAB_EXCHANGE_SIMULATOR", lab.control());
    s.put("TRIBUTARY_LAB_EXCHANGE_SANDBOX_PORT", Integer.toString(results));
    s.put("TRIBUTARY_LAB_EXCHANGE_SANDBOX_WAITS", "false");
    s.put("TRIBUTARY_LAB_EXCHANGE_WAITS", "200ms,1s");
    s.put("TRIBUTARY_LAB_EXCHANGE_ANSWER_TIMEOUT", "3s");
    s.put("TRIBUTARY_ORDERS_REQUIRE_CONSENTS", "false");
  }

  /** Starts the nodes one after another: the first one makes the tables and the team. */
  void start() throws Exception {
    Map<String, Integer> ports = new LinkedHashMap<>();
    members.forEach(m -> ports.put(m.name(), m.port()));
    door = opened(new LoadBalancer(ports, apiKey, managementKey));
    for (NodeProcess m : members) {
      m.start();
      awaitReady(m);
    }
    sql("update team_environment set lab_switches = lab_switches || '{report_parsing}'");
    JsonNode team =
        Json.parse(
            Files.readAllBytes(
                members.getFirst().log().resolveSibling("node-1").resolve("bootstrap.json")));
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
            .put("rate_limit", EventCount.PACE));
  }

  private void manage(String method, String path, Object body) throws LoadBalancer.Lost {
    LoadBalancer.Reply r = door.call(method, path, body, Map.of(), () -> true);
    if (!r.good()) {
      throw new IllegalStateException(path + ": status " + r.status() + " " + r.body());
    }
  }

  private void awaitReady(NodeProcess m) {
    SinkProcess.await(
        m.name() + " ready, see " + m.log(),
        START_SECONDS,
        () -> {
          if (!m.runs()) {
            throw new IllegalStateException(m.name() + " has ended, see " + m.log());
          }
          return door.ready(m.name());
        });
  }

  /** What a campaign that is broken off would leave behind. */
  void abandon() {
    members.forEach(NodeProcess::kill);
    sink.close();
    postgres.stop();
  }

  /** All nodes again, once they are told to be there. */
  void awaitAll() {
    for (NodeProcess m : members) {
      SinkProcess.await(
          m.name() + " ready, see " + m.log(), START_SECONDS, () -> door.ready(m.name()));
    }
  }

  LoadBalancer door() {
    return door;
  }

  ConsistencyView outside() {
    return new ConsistencyView(door, sink, postgres.url());
  }

  List<ConsistencyCheck> audit(Consumer<String> say) throws IOException {
    List<Path> logs = members.stream().map(NodeProcess::log).toList();
    return AuditCount.recount(vertx, postgres.url(), key, logs, say);
  }

  /** Stops it as an operator would, and starts it on its port again. */
  void restartDatabase() {
    try {
      postgres.stop();
      postgres = EmbeddedPostgres.start(settings, line -> {});
    } catch (EmbeddedPostgresException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  /**
   * SIGQUIT: the server ends without writing anything more, and recovers from its log as after a
   * crash. What it has acknowledged must be there again.
   */
  void crashDatabase() {
    ProcessHandle server = ProcessHandle.of(postgres.pid()).orElseThrow();
    NodeProcess.signal(server.pid(), "QUIT");
    SinkProcess.await("the end of PostgreSQL", CRASH_SECONDS, () -> !server.isAlive());
    try {
      postgres = EmbeddedPostgres.start(settings, line -> {});
    } catch (EmbeddedPostgresException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private void sql(String sql) throws SQLException {
    try (Connection c = io.tributary.tools.bench.ResilienceTest.connect(postgres.url());
        Statement s = c.createStatement()) {
      s.execute(sql);
    }
  }

  @Override
  public void close() throws Exception {
    members.forEach(NodeProcess::close);
    sink.close();
    while (!open.isEmpty()) {
      open.pop().close();
    }
    lab.close().await();
    vertx.close().await();
    postgres.stop();
  }
}
