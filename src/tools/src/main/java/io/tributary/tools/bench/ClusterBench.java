package io.tributary.tools.bench;

import io.tributary.config.Defaults;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.PortReservation;
import io.tributary.db.Db;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.tools.demo.SdkClient;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Measures the cost of a cluster on one machine. The same work runs on a standalone node, on the
 * only node of a cluster, and on three nodes. Cluster figures are compared with those of the
 * standalone node in the same round.
 */
final class ClusterBench {
  private static final String KEY = "sk_us_clusterclustercluster";
  private static final int USERS = 300;
  private static final int PUSHES = 6000;
  private static final int SAMPLES = 10;
  private static final int AT_ONCE = 48;
  private static final int ENDPOINTS = 20;
  private static final int EVENTS = 20_000;
  private static final int IDLE_SECONDS = 20;
  private static final long TIMEOUT_SECONDS = 300;

  /** Deployment of the service. */
  enum ClusterShape {
    ALONE("one node, no cluster", 1),
    SINGLE("a cluster of one", 1),
    THREE("a cluster of three", 3);

    private final String text;
    private final int nodes;

    ClusterShape(String text, int nodes) {
      this.text = text;
      this.nodes = nodes;
    }
  }

  /** Measured figure, in the order of output. */
  enum ClusterFigure {
    PUSHED("samples pushed, /s", "%,.0f"),
    SAMPLE("CPU of the nodes per sample, microseconds", "%,.0f"),
    SAMPLE_DATABASE("  of PostgreSQL", "%,.0f"),
    DELIVERED("events delivered, /s", "%,.0f"),
    EVENT("CPU of the nodes per event, microseconds", "%,.0f"),
    EVENT_DATABASE("  of PostgreSQL", "%,.0f"),
    REST("CPU of the idle nodes, % of one core", "%.1f"),
    REST_DATABASE("  of PostgreSQL", "%.1f"),
    RESIDENT("memory of the nodes, MiB", "%,.0f");

    private final String text;
    private final String format;

    ClusterFigure(String text, String format) {
      this.text = text;
      this.format = format;
    }
  }

  private final Path root;
  private final Path work;
  private final PrintStream out;

  private ClusterBench(Path root, Path work, PrintStream out) {
    this.root = root;
    this.work = work;
    this.out = out;
  }

  static void run(String[] args) throws Exception {
    ResilienceTestRun options = ResilienceTestRun.of("cluster [--rounds 3]", args);
    Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
    Path work = Files.createTempDirectory("tributary-cluster-");
    try {
      new ClusterBench(root, work, System.out).measure(options.number("rounds"));
    } finally {
      BenchEnvironment.delete(work);
    }
    System.exit(0);
  }

  private void measure(int rounds) throws Exception {
    Map<ClusterShape, List<Map<ClusterFigure, Double>>> all = new EnumMap<>(ClusterShape.class);
    for (int i = 0; i < rounds; i++) {
      for (ClusterShape s : ClusterShape.values()) {
        all.computeIfAbsent(s, x -> new ArrayList<>()).add(runRound(s, i));
        out.println("round " + (i + 1) + ": " + s.text + " done");
      }
    }
    out.printf("%-48s", "median of " + rounds);
    for (ClusterShape s : ClusterShape.values()) {
      out.printf("%24s", s.text);
    }
    out.println();
    for (ClusterFigure f : ClusterFigure.values()) {
      out.printf("%-48s", f.text);
      double alone = median(all.get(ClusterShape.ALONE), f);
      for (ClusterShape s : ClusterShape.values()) {
        double figure = median(all.get(s), f);
        String told = String.format(Locale.ROOT, f.format, figure);
        out.printf(
            "%24s",
            s == ClusterShape.ALONE
                ? told
                : told + String.format(Locale.ROOT, "  x %.2f", figure / alone));
      }
      out.println();
    }
  }

  private static double median(List<Map<ClusterFigure, Double>> rounds, ClusterFigure figure) {
    double[] sorted = rounds.stream().mapToDouble(r -> r.get(figure)).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private Map<ClusterFigure, Double> runRound(ClusterShape shape, int round) throws Exception {
    Path dir = Files.createDirectories(work.resolve(shape.name() + round));
    EmbeddedPostgres postgres =
        EmbeddedPostgres.start(
            new EmbeddedPostgres.Settings(dir.resolve("postgres"), Duration.ofMinutes(2), Map.of()),
            line -> {});
    List<PortReservation> ports = new ArrayList<>();
    List<ServiceRun> nodes = new ArrayList<>();
    try (SinkProcess sink = SinkProcess.start(Files.createDirectories(dir.resolve("sink")))) {
      for (Map<String, String> settings : settings(shape, ports)) {
        nodes.add(new ServiceRun(root, dir, "node-" + nodes.size(), postgres.url(), settings));
        nodes.getLast().start();
      }
      return new ClusterRun(nodes, postgres, sink).figures();
    } finally {
      nodes.forEach(ServiceRun::close);
      ports.forEach(PortReservation::close);
      postgres.stop();
      BenchEnvironment.delete(dir);
    }
  }

  private static List<Map<String, String>> settings(
      ClusterShape shape, List<PortReservation> ports) {
    byte[] key = new byte[32];
    new java.security.SecureRandom().nextBytes(key);
    String secret = Ids.randomBase62(48);
    List<Map<String, String>> all = new ArrayList<>();
    for (int i = 0; i < shape.nodes; i++) {
      Map<String, String> s = new HashMap<>();
      s.put("TRIBUTARY_BOOTSTRAP_API_KEY", KEY);
      s.put("TRIBUTARY_USERS_SANDBOX_LIMIT", "100000");
      s.put("TRIBUTARY_MASTER_KEY", Base64.getEncoder().encodeToString(key));
      if (shape != ClusterShape.ALONE) {
        PortReservation member = PortReservation.reserve();
        PortReservation bus = PortReservation.reserve();
        ports.addAll(List.of(member, bus));
        s.put("TRIBUTARY_CLUSTER_ENABLED", "true");
        s.put("TRIBUTARY_CLUSTER_SECRET", secret);
        s.put("TRIBUTARY_CLUSTER_PORT", Integer.toString(member.port()));
        s.put("TRIBUTARY_CLUSTER_BUS_PORT", Integer.toString(bus.port()));
      }
      all.add(s);
    }
    String members =
        all.stream()
            .map(s -> "127.0.0.1:" + s.get("TRIBUTARY_CLUSTER_PORT"))
            .collect(Collectors.joining(","));
    if (shape != ClusterShape.ALONE) {
      all.forEach(s -> s.put("TRIBUTARY_CLUSTER_MEMBERS", members));
    }
    return all;
  }

  /** One measurement on running nodes. */
  private record ClusterRun(List<ServiceRun> nodes, EmbeddedPostgres postgres, SinkProcess sink) {
    private interface Work {
      void run() throws IOException;
    }

    private record Cost(double seconds, double nodes, double database) {}

    private Cost cost(Work work) throws IOException {
      long start = System.nanoTime();
      double ours = processorSeconds();
      double database = ServerTime.seconds(postgres.pid());
      work.run();
      return new Cost(
          (System.nanoTime() - start) / 1e9,
          processorSeconds() - ours,
          ServerTime.seconds(postgres.pid()) - database);
    }

    private double processorSeconds() {
      return nodes.stream().mapToDouble(ServiceRun::processorSeconds).sum();
    }

    Map<ClusterFigure, Double> figures() throws Exception {
      Map<ClusterFigure, Double> out = new LinkedHashMap<>();
      List<String> users = users();
      long at = Instant.now().minus(Duration.ofHours(5)).getEpochSecond();
      push(users, at, PUSHES / 2);
      Cost pushed = cost(() -> push(users, at + 3600, PUSHES));
      double samples = PUSHES * SAMPLES;
      out.put(ClusterFigure.PUSHED, samples / pushed.seconds());
      out.put(ClusterFigure.SAMPLE, pushed.nodes() / samples * 1e6);
      out.put(ClusterFigure.SAMPLE_DATABASE, pushed.database() / samples * 1e6);
      for (int i = 0; i < ENDPOINTS; i++) {
        var body = Json.object().put("url", sink.url("ok", "lane" + i));
        body.putArray("filter_types").add(EventProducer.type(i));
        nodes.getFirst().call("POST", nodes.getFirst().webhooks(), body);
      }
      Vertx vertx = Vertx.vertx();
      Db db = Db.open(vertx, postgres.url(), Defaults.config().db());
      try {
        // Only a client that listens itself sends wakeups to the nodes.
        db.queueNotifier().listen();
        EventProducer announcer = new EventProducer(db, nodes.getFirst().tenant());
        deliver(announcer, EVENTS / 2);
        Cost delivered = cost(() -> deliver(announcer, EVENTS));
        out.put(ClusterFigure.DELIVERED, EVENTS / delivered.seconds());
        out.put(ClusterFigure.EVENT, delivered.nodes() / EVENTS * 1e6);
        out.put(ClusterFigure.EVENT_DATABASE, delivered.database() / EVENTS * 1e6);
      } finally {
        db.close().await();
        vertx.close().await();
      }
      SinkProcess.pause(5000);
      Cost rest = cost(() -> SinkProcess.pause(1000L * IDLE_SECONDS));
      out.put(ClusterFigure.REST, rest.nodes() / rest.seconds() * 100);
      out.put(ClusterFigure.REST_DATABASE, rest.database() / rest.seconds() * 100);
      out.put(
          ClusterFigure.RESIDENT,
          nodes.stream().mapToDouble(ServiceRun::residentKilobytes).sum() / 1024);
      return out;
    }

    private List<String> users() throws IOException {
      List<String> out = new ArrayList<>();
      for (int i = 0; i < USERS; i++) {
        out.add(
            nodes
                .getFirst()
                .call("POST", "/v2/user", Json.object().put("client_user_id", "bench-" + i))
                .path("user_id")
                .asText());
      }
      return out;
    }

    /** Distributes the pushes evenly over the nodes; every push has new samples. */
    private void push(List<String> users, long from, int count) {
      WorkerThreads lanes = new WorkerThreads();
      int n = nodes.size();
      for (int i = 0; i < n; i++) {
        int node = i;
        lanes.start(
            Thread.ofPlatform().name("node " + i),
            () -> {
              Vertx vertx = Vertx.vertx();
              try (HttpDrive drive = new HttpDrive(vertx, AT_ONCE / n, KEY)) {
                drive.run(
                    nodes.get(node).port(),
                    HttpMethod.POST,
                    AT_ONCE / n,
                    count / n,
                    r -> path(users, r * n + node),
                    r -> body(from + (r * n + node) / USERS * 60));
              } finally {
                vertx.close().await();
              }
            });
      }
      lanes.join();
    }

    private static String path(List<String> users, long push) {
      return "/v2/timeseries/" + users.get((int) (push % USERS)) + "/heartrate";
    }

    private static Buffer body(long second) {
      return Buffer.buffer(
          Json.bytes(
              SdkClient.HEALTH_CONNECT.heartRates(
                  SAMPLES, i -> Instant.ofEpochSecond(second + 6L * i).toString(), i -> 60 + i)));
    }

    private void deliver(EventProducer announcer, int events) {
      sink.clear();
      announcer.produce(events, ENDPOINTS);
      SinkProcess.await(
          "deliveries",
          TIMEOUT_SECONDS,
          () -> sink.count() >= events && distinctArrivals() >= events);
    }

    /** Counts distinct events, because a repeated delivery is not another event. */
    private long distinctArrivals() {
      return sink.arrivals().stream().map(SinkProcess.Arrival::id).distinct().count();
    }
  }
}
