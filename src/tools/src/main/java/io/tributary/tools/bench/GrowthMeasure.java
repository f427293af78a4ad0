package io.tributary.tools.bench;

import io.tributary.config.Defaults;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.tools.demo.SdkClient;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Measures a service at one fill level of the database. The cost of the first reads, which may hit
 * the disk, is reported separately from the compared figures.
 */
final class GrowthMeasure implements AutoCloseable {
  private static final int READS = 3000;
  private static final int LISTS = 2000;
  private static final int BARE = 20_000;
  private static final double WARM_SECONDS = 4;
  private static final int AT_ONCE = 16;
  private static final int PUSHES = 4000;
  private static final int PUSHES_AT_ONCE = 64;
  private static final int SAMPLES = 10;

  /** Seconds between two rounds, more than the samples of a round cover. */
  private static final long SECONDS_PER_ROUND = 3600;

  private static final int DELIVERIES = 20_000;
  private static final int PACED = 100;
  private static final int PACED_SECONDS = 10;
  private static final long TIMEOUT_SECONDS = 300;
  private static final Pattern STEP =
      Pattern.compile(
          "(?m)^tributary_maintenance_task_duration_seconds_sum\\{step=\"([^\"]+)\"} (\\S+)$");

  private final ServiceRun service;
  private final SinkProcess sink;
  private final GrowthFill fill;
  private final List<GrowthFill.Endpoint> endpoints;
  private final GrowthTable table;
  private final long postgres;
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(2));
  private final Db db;
  private final Pool barePool;
  private final List<String> users;

  GrowthMeasure(
      ServiceRun service,
      String database,
      long postgres,
      SinkProcess sink,
      GrowthFill fill,
      List<GrowthFill.Endpoint> endpoints,
      GrowthTable table) {
    this.service = service;
    this.postgres = postgres;
    this.sink = sink;
    this.fill = fill;
    this.endpoints = endpoints;
    this.table = table;
    this.db =
        Db.open(
            vertx,
            database,
            Defaults.config().db().withLimits(8, Duration.ofMinutes(1), Duration.ofMinutes(2)));
    // Only a client that listens itself sends wakeups; without them, nodes find events by polling.
    db.queueNotifier().listen();
    this.barePool =
        io.vertx.pgclient.PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(AT_ONCE))
            .connectingTo(
                io.vertx.pgclient.PgConnectOptions.fromUri(database)
                    .setCachePreparedStatements(true))
            .using(vertx)
            .build();
    this.users =
        RowMapping.list(
            db.query(
                "select id::text as id from app_user where client_user_id like 'growth-%'"
                    + " order by md5(id::text) limit 3000"),
            r -> r.getString("id"));
  }

  /**
   * Result of a measurement with its duration and the processor seconds of the service and the
   * database.
   */
  private record Cost<T>(T result, double seconds, double service, double database) {}

  private interface Work<T> {
    T run() throws IOException;
  }

  private <T> Cost<T> cost(Work<T> work) throws IOException {
    double s = service.processorSeconds();
    double d = ServerTime.seconds(postgres);
    long start = System.nanoTime();
    T result = work.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Cost<>(
        result, seconds, service.processorSeconds() - s, ServerTime.seconds(postgres) - d);
  }

  /** Returns the faster of two rounds, because a round may coincide with cleanup by the server. */
  private <T> Cost<T> fasterOfTwo(Work<T> work) throws IOException {
    Cost<T> one = cost(work);
    Cost<T> two = cost(work);
    return one.seconds() < two.seconds() ? one : two;
  }

  void run() throws IOException {
    housekeeping();
    String day = fill.firstSampleTime().plus(1, ChronoUnit.DAYS).toString().substring(0, 10);
    String range = "start_date=" + day + "&end_date=" + day;
    int n = users.size();
    reads(
        "summary of a day",
        READS,
        i -> "/v2/summary/activity/" + users.get((int) (i * 31 % n)) + "?" + range);
    reads(
        "samples of a day",
        READS,
        i -> "/v2/timeseries/" + users.get((int) (i * 37 % n)) + "/heartrate/grouped?" + range);
    reads("users, one page", LISTS, i -> "/v2/user?limit=50&offset=" + i % 10 * 50);
    String log = service.webhooks() + "/";
    int many = endpoints.size();
    reads(
        "messages of an endpoint, newest",
        LISTS,
        i -> log + endpoints.get((int) (i % many)).id() + "/message?limit=50");
    reads(
        // The limit of two keeps the page full even if there are few messages.
        "failed messages of an endpoint, page of 2",
        LISTS,
        i -> log + endpoints.get((int) (i % many)).id() + "/message?limit=2&status=failed");
    reads(
        "messages of a user at an endpoint",
        LISTS,
        i ->
            log
                + endpoints.get((int) (i % many)).id()
                + "/message?limit=50&user_id="
                + users.get((int) (i * 37 % n)));
    events();
    pushes();
    deliveries();
  }

  /**
   * Reports the duration of the first housekeeping round after the start, in which every step looks
   * for work.
   */
  private void housekeeping() throws IOException {
    double[] sum = {0};
    Map<String, Double> steps = new HashMap<>();
    SinkProcess.await(
        "first housekeeping round",
        TIMEOUT_SECONDS,
        () -> {
          steps.clear();
          STEP.matcher(service.getText("/metrics"))
              .results()
              .forEach(m -> steps.put(m.group(1), Double.parseDouble(m.group(2))));
          sum[0] = steps.values().stream().mapToDouble(d -> d).sum();
          // The last step of a round.
          return steps.containsKey("audit trail");
        });
    table.add("first housekeeping round, ms", sum[0] * 1000, 0, false);
    var longest = steps.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    table.note("longest step: " + longest.getKey() + ", ms", longest.getValue() * 1000);
  }

  private void reads(String name, int count, LongFunction<String> path) throws IOException {
    boolean manage = path.apply(0).startsWith("/v1/");
    try (HttpDrive drive =
        new HttpDrive(
            vertx,
            AT_ONCE,
            manage ? "x-management-key" : "x-service-api-key",
            service.key(manage))) {
      byte[] answer = Json.bytes(service.call("GET", path.apply(0), null));
      try (BareServer server = new BareServer(answer, answer)) {
        warm(() -> get(drive, server.port(), i -> "/small", BARE));
        HttpDrive.Result ceiling = get(drive, server.port(), i -> "/small", BARE);
        HttpDrive.Result first = get(drive, service.port(), path, count);
        warm(() -> get(drive, service.port(), path, count / 4));
        Cost<HttpDrive.Result> ours = fasterOfTwo(() -> get(drive, service.port(), path, count));
        table.add(name + ", /s", ours.result().perSecond(), ceiling.perSecond(), true);
        table.note(name + ", cold, p50 ms", first.percentile(50));
        table.note(name + ", cold, p95 ms", first.percentile(95));
        addTimes(name, ours, count);
      }
    }
  }

  /** Repeats the work until the JIT compilers of the client and the service have finished. */
  private static void warm(Runnable work) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < WARM_SECONDS * 1e9) {
      work.run();
    }
  }

  private void addTimes(String name, Cost<HttpDrive.Result> ours, int count) {
    table.add(name + ", p50 ms", ours.result().percentile(50), 0, false);
    table.add(name + ", p95 ms", ours.result().percentile(95), 0, false);
    table.add(
        name + ", CPU ms per request", (ours.service() + ours.database()) * 1000 / count, 0, false);
  }

  private static HttpDrive.Result get(
      HttpDrive drive, int port, LongFunction<String> path, int count) {
    return drive.run(port, HttpMethod.GET, AT_ONCE, count, path, i -> null);
  }

  private void events() throws IOException {
    String since =
        Instant.now().minus(Duration.ofDays(7)).truncatedTo(ChronoUnit.SECONDS).toString();
    reads("event log, page from a week ago", LISTS, i -> "/v2/events?limit=100&since=" + since);
  }

  private void pushes() throws IOException {
    barePool.query("create table if not exists bench_single (id int, n int)").execute().await();
    long at = Instant.now().minus(Duration.ofHours(4)).getEpochSecond();
    try (HttpDrive drive =
        new HttpDrive(vertx, PUSHES_AT_ONCE, "x-service-api-key", service.key(false))) {
      push(drive, at - 3600, PUSHES / 2);
      warm(this::singleRowTransactions);
      double ceiling = singleRowTransactions();
      AtomicLong begin = new AtomicLong(at);
      Cost<HttpDrive.Result> ours =
          fasterOfTwo(() -> push(drive, begin.getAndAdd(SECONDS_PER_ROUND), PUSHES));
      table.add("pushes of 10 samples, /s", ours.result().perSecond(), ceiling, true);
      addTimes("pushes of 10 samples", ours, PUSHES);
    }
    awaitQuiet();
  }

  /** Pushes to as many users as the empty database has, round by round; all samples are new. */
  private HttpDrive.Result push(HttpDrive drive, long second, int count) {
    int most = Math.min(users.size(), GrowthBench.SMALL_USER_COUNT);
    List<Buffer> rounds =
        IntStream.rangeClosed(0, count / most).mapToObj(k -> push(second + 60L * k)).toList();
    return drive.run(
        service.port(),
        HttpMethod.POST,
        PUSHES_AT_ONCE,
        count,
        i -> "/v2/timeseries/" + users.get((int) (i % most)) + "/heartrate",
        i -> rounds.get((int) (i / most)));
  }

  private static Buffer push(long second) {
    return Buffer.buffer(
        Json.bytes(
            SdkClient.APPLE_HEALTH.heartRates(
                SAMPLES, i -> Instant.ofEpochSecond(second + 6L * i).toString(), i -> 60 + i)));
  }

  /** Runs single-row transactions over as many connections as the service has. */
  private double singleRowTransactions() {
    var statement = barePool.preparedQuery("insert into bench_single values ($1, 1)");
    long start = System.nanoTime();
    AtomicLong left = new AtomicLong(PUSHES);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < PUSHES_AT_ONCE; i++) {
        threads.submit(
            () -> {
              for (long n = left.decrementAndGet(); n >= 0; n = left.decrementAndGet()) {
                statement.execute(Tuple.of((int) n)).await();
              }
            });
      }
    }
    return InterleavedRuns.rate(PUSHES, start);
  }

  private void deliveries() throws IOException {
    EventProducer announcer = new EventProducer(db, service.tenant());
    deliver(announcer, DELIVERIES / 4);
    warm(this::barePosts);
    double ceiling = barePosts();
    Cost<Double> ours = cost(() -> deliver(announcer, DELIVERIES));
    table.add("webhook deliveries, /s", ours.result(), ceiling, true);
    table.add(
        "webhook deliveries, CPU ms per delivery",
        (ours.service() + ours.database()) * 1000 / DELIVERIES,
        0,
        false);
    latency(announcer);
  }

  private double deliver(EventProducer announcer, int events) {
    awaitQuiet();
    sink.clear();
    long start = System.nanoTime();
    announcer.produce(events, endpoints.size());
    SinkProcess.await("deliveries", TIMEOUT_SECONDS, () -> sink.count() >= events);
    return InterleavedRuns.rate(events, start);
  }

  /** Sends plain POSTs of the same size to the same receiver. */
  private double barePosts() {
    try (HttpLoad load = new HttpLoad(vertx, PUSHES_AT_ONCE)) {
      return load.posts(
          () ->
              new io.vertx.core.http.RequestOptions()
                  .setMethod(HttpMethod.POST)
                  .setHost("127.0.0.1")
                  .setPort(sink.port())
                  .setURI("/ok/bare")
                  .putHeader("content-type", "application/json")
                  .putHeader("webhook-id", "msg_" + "0".repeat(27)),
          new byte[1024],
          DELIVERIES);
    }
  }

  private void latency(EventProducer announcer) {
    awaitQuiet();
    sink.clear();
    Instant since = Instant.now();
    announcer.produceAtRate(
        PACED, PACED_SECONDS, IntStream.range(0, endpoints.size()).boxed().toList());
    awaitQuiet();
    Map<String, Long> written = new HashMap<>();
    RowMapping.list(
            db.query(
                "select id, (extract(epoch from created_at) * 1000000)::bigint as at from message"
                    + " where id >= $1",
                Ids.messageIdBound(since)),
            r -> Map.entry(r.getString("id"), r.getLong("at")))
        .forEach(e -> written.put(e.getKey(), e.getValue()));
    List<Double> millis = new ArrayList<>();
    for (SinkProcess.Arrival a : sink.arrivals()) {
      Long at = written.remove(a.id());
      if (at != null) {
        millis.add((a.micros() - at) / 1000.0);
      }
    }
    double[] sorted = millis.stream().mapToDouble(d -> d).sorted().toArray();
    table.add("from commit to receiver, p50 ms", sorted[sorted.length / 2], 0, false);
    table.add("from commit to receiver, p95 ms", sorted[sorted.length * 95 / 100], 0, false);
  }

  /** Waits until no more requests arrive. */
  private void awaitQuiet() {
    long before = -1;
    for (long now = sink.count(); now != before; now = sink.count()) {
      before = now;
      SinkProcess.pause(1500);
    }
  }

  @Override
  public void close() {
    barePool.close().await();
    db.close().await();
    vertx.close().await();
  }
}
