package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.JsonBytes;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Tuple;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the data goals over HTTP on a database with fsync, so that a response means a commit.
 * Each figure has a ceiling from the same run: bare statements on the same database, or a bare
 * server that sends the same bytes.
 */
final class DataBench implements AutoCloseable {
  private static final long BEGIN_MICROS = 1_767_225_600_000_000L;
  private static final long SECOND = 1_000_000L;
  private static final int BATCH = 2000;
  private static final int BATCHES = 100;
  private static final int BATCHES_AT_ONCE = 8;
  private static final int PUSH = 10;
  private static final int PUSHES = 8000;
  private static final int PUSHES_AT_ONCE = 64;
  private static final int PUSHERS = 400;
  private static final int READS_AT_ONCE = 16;
  private static final int READS = 3000;
  private static final int SINGLES = 60;

  private final BenchEnvironment environment;
  private final PrintStream out;
  private final Vertx generator =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
  private final HttpDrive drive;
  private final Pool bare;
  private int users;
  private long nextMicros = BEGIN_MICROS;

  DataBench(BenchEnvironment ground, PrintStream out) {
    this.environment = ground;
    this.out = out;
    this.drive = new HttpDrive(generator, PUSHES_AT_ONCE, ground.apiKey());
    this.bare =
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(PUSHES_AT_ONCE))
            .connectingTo(ground.connectOptions())
            .using(ground.node().vertx())
            .build();
    bare.query("create table bench_single (id int primary key, n int)").execute().await();
  }

  void measureWrites(InterleavedRuns rounds) {
    RowLayout rows = new RowLayout(bare);
    rows.create();
    rounds.compare("batches of 2,000: samples/s", this::batches, () -> rows(rows));
    rows.drop();
    rounds.compare("pushes of 10/s", this::pushes, this::singles);
    String listener = createDisabledEndpoint();
    rounds.compare("pushes of 10/s, webhook logged", this::pushes, this::singles);
    rounds.measureAlone("batches, webhook logged: samp/s", this::batches);
    environment.call("DELETE", listener, null);
  }

  /**
   * Creates a disabled endpoint for all events, so that each event is rendered and stored but not
   * sent.
   */
  private String createDisabledEndpoint() {
    String base = environment.webhooksPath();
    JsonNode made =
        environment.call(
            "POST",
            base,
            Json.object().put("url", "https://example.com/hook").put("disabled", true));
    return base + "/" + made.path("id").asText();
  }

  private String user() {
    return environment
        .call("POST", "/v2/user", Json.object().put("client_user_id", "bench-data-" + ++users))
        .path("user_id")
        .asText();
  }

  /** Creates a push of heart rates with the given spacing. */
  private static Buffer body(long from, long step, int n, int seed) {
    Random random = new Random(seed);
    JsonBytes json = new JsonBytes(200 * n + 200);
    json.raw(
        JsonBytes.ascii(
            "{\"stage\":\"daily\",\"time_zone\":\"Europe/Paris\",\"provider\":\"health_connect\","
                + "\"is_final_chunk\":true,\"data\":["));
    int bpm = 70;
    for (int i = 0; i < n; i++) {
      bpm = Math.clamp(bpm + random.nextInt(5) - 2, 45, 180);
      json.raw(JsonBytes.ascii(i == 0 ? "{\"value\":" : ",{\"value\":")).number(bpm);
      json.raw(JsonBytes.ascii(",\"unit\":\"bpm\",\"start_date\":\"")).time(from + i * step);
      json.raw(JsonBytes.ascii("\",\"end_date\":\"")).time(from + i * step);
      json.raw(
          JsonBytes.ascii(
              "\",\"source_bundle\":\"com.example.watch\",\"product_type\":\"Watch6,1\","
                  + "\"type\":\"watch\"}"));
    }
    return Buffer.buffer(json.raw(JsonBytes.ascii("]}")).bytes());
  }

  private double batches() {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < BATCHES_AT_ONCE; i++) {
      paths.add("/v2/timeseries/" + user() + "/heartrate");
    }
    List<Buffer> bodies = new ArrayList<>();
    int perUser = (BATCHES + BATCHES_AT_ONCE - 1) / BATCHES_AT_ONCE;
    for (int i = 0; i < perUser; i++) {
      bodies.add(body(nextMicros, 5 * SECOND, BATCH, i));
      nextMicros += 5L * SECOND * BATCH;
    }
    HttpDrive.Result r =
        drive.run(
            environment.node().port(),
            HttpMethod.POST,
            BATCHES_AT_ONCE,
            BATCHES,
            n -> paths.get((int) (n % BATCHES_AT_ONCE)),
            n -> bodies.get((int) (n / BATCHES_AT_ONCE)));
    return r.perSecond() * BATCH;
  }

  private final AtomicLong rowBatch = new AtomicLong();

  /** Stores the same samples as plain rows on two connections. */
  private double rows(RowLayout layout) {
    layout.drop();
    layout.create();
    long start = System.nanoTime();
    LayoutBench.inParallel(
        series -> {
          LayoutBench.Samples all =
              LayoutBench.Samples.generate(
                  (int) rowBatch.incrementAndGet(), BEGIN_MICROS / SECOND, 5, BATCH * BATCHES / 2);
          for (int from = 0; from < all.size(); from += BATCH) {
            layout.write(series, all.part(from, from + BATCH));
          }
          return all.size();
        });
    return InterleavedRuns.rate((long) BATCH * BATCHES, start);
  }

  private List<String> pushers;

  /** Sends small pushes of many users, each for the next minute. */
  private double pushes() {
    if (pushers == null) {
      pushers = new ArrayList<>();
      for (int i = 0; i < PUSHERS; i++) {
        pushers.add("/v2/timeseries/" + user() + "/heartrate");
      }
    }
    List<Buffer> bodies = new ArrayList<>();
    for (int i = 0; i < PUSHES / PUSHERS; i++) {
      bodies.add(body(nextMicros, 6 * SECOND, PUSH, i));
      nextMicros += 6L * SECOND * PUSH;
    }
    return drive
        .run(
            environment.node().port(),
            HttpMethod.POST,
            PUSHES_AT_ONCE,
            PUSHES,
            n -> pushers.get((int) (n % PUSHERS)),
            n -> bodies.get((int) (n / PUSHERS)))
        .perSecond();
  }

  private int single;

  /** Runs single-row transactions with the same concurrency. */
  private double singles() {
    var statement = bare.preparedQuery("insert into bench_single values ($1, 1)");
    long start = System.nanoTime();
    AtomicLong left = new AtomicLong(PUSHES);
    int base = single;
    single += PUSHES;
    try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < PUSHES_AT_ONCE; i++) {
        threads.submit(
            () -> {
              for (long n = left.decrementAndGet(); n >= 0; n = left.decrementAndGet()) {
                statement.execute(Tuple.of(base + (int) n)).await();
              }
            });
      }
    }
    return InterleavedRuns.rate(PUSHES, start);
  }

  void measureReads(InterleavedRuns rounds) {
    String dense = user();
    String sparse = user();
    String range = "/heartrate/grouped?start_date=";
    long day = 86_400L * SECOND;
    long before = blocks();
    for (int d = 0; d < 29; d++) {
      for (int part = 0; part < 9; part++) {
        post(dense, body(BEGIN_MICROS + d * day + part * 1920 * 5 * SECOND, 5 * SECOND, 1920, d));
      }
      post(sparse, body(BEGIN_MICROS + d * day, 60 * SECOND, 1440, d));
    }
    bare.query("vacuum analyze sample_block").execute().await();
    out.printf(
        Locale.ROOT,
        "%-32s %,12.1f  (5 s and 1 min heart rates; table, TOAST and index)%n",
        "bytes per sample",
        (blocks() - before) / (29.0 * (17_280 + 1440)));
    String oneDay = "2026-01-05&end_date=2026-01-05";
    String page = "/v2/timeseries/" + dense + range + oneDay;
    String all = page + "&page_size=20000";
    String small = "/v2/timeseries/" + sparse + range + oneDay;
    String month = "/v2/timeseries/" + dense + range + "2026-01-01&end_date=2026-01-29";
    environment.expectSamples(all, 17_280);
    environment.expectSamples(small, 1440);
    try (BareServer server = new BareServer(environment.bytes(all), environment.bytes(small))) {
      rounds.compareMillis(
          "a day of 17,280: ms", () -> median(all), () -> medianBare(server.port(), "/big"));
      rounds.compare(
          "a day of 1,440: reads/s",
          () -> rateOf(small),
          () -> bareRateOf(server.port(), "/small"));
      HttpDrive.Result r = run(environment.node().port(), HttpMethod.GET, small, READS);
      out.printf(
          Locale.ROOT,
          "%-32s %,12.1f  at %d connections, p50 %.1f%n",
          "a day of 1,440: p99 ms",
          r.percentile(99),
          READS_AT_ONCE,
          r.percentile(50));
    }
    rounds.compareMillis(
        "page of 29 days: ms (ceiling: 1 day)", () -> median(month), () -> median(page));
  }

  private long blocks() {
    return LayoutBench.number(bare, "select pg_total_relation_size('sample_block')");
  }

  private void post(String user, Buffer body) {
    drive.run(
        environment.node().port(),
        HttpMethod.POST,
        1,
        1,
        n -> "/v2/timeseries/" + user + "/heartrate",
        n -> body);
  }

  private double median(String path) {
    return drive
        .run(environment.node().port(), HttpMethod.GET, 1, SINGLES, n -> path, n -> null)
        .percentile(50);
  }

  private double medianBare(int port, String path) {
    return drive.run(port, HttpMethod.GET, 1, SINGLES, n -> path, n -> null).percentile(50);
  }

  private double rateOf(String path) {
    return run(environment.node().port(), HttpMethod.GET, path, READS).perSecond();
  }

  private double bareRateOf(int port, String path) {
    return run(port, HttpMethod.GET, path, READS).perSecond();
  }

  private HttpDrive.Result run(int port, HttpMethod method, String path, int count) {
    return drive.run(port, method, READS_AT_ONCE, count, n -> path, n -> null);
  }

  @Override
  public void close() {
    bare.close().await();
    drive.close();
    generator.close().await();
  }
}
