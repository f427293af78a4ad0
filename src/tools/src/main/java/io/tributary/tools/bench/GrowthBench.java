package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.Defaults;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.event.MessagePartitions;
import io.tributary.tools.demo.SdkClient;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * Measures the same requests on a service with an almost empty, a one percent full and a full
 * database. At scale 1 the full database has 100,000 users, 100 million samples and 10 million
 * messages. The database is filled further before each level, and the service is restarted.
 */
final class GrowthBench {
  private static final String KEY = "sk_us_growthgrowthgrowth";
  private static final int USERS = 100_000;
  private static final String PROCESSES = "processes";

  /** Number of users that reads and pushes address in a database that holds nothing else. */
  static final int SMALL_USER_COUNT = 500;

  private static final int ENDPOINTS = 20;
  private static final Duration MESSAGE_RETENTION = Duration.ofDays(90);

  private final Path root;
  private final Path work;
  private final double scale;
  private final PrintStream out;

  private GrowthBench(Path root, Path work, double scale, PrintStream out) {
    this.root = root;
    this.work = work;
    this.scale = scale;
    this.out = out;
  }

  static void run(String[] args) throws Exception {
    ResilienceTestRun options =
        ResilienceTestRun.of("growth [--scale 1.0] [--dir target/growth]", args);
    Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
    Path work = root.resolve(options.text("dir"));
    GrowthBench bench = new GrowthBench(root, work, options.fraction("scale"), System.out);
    bench.removeKilledRun();
    Files.createDirectories(work);
    EmbeddedPostgres postgres = bench.postgres();
    try {
      bench.measure(postgres);
    } finally {
      postgres.stop();
    }
    bench.removeKilledRun();
    System.exit(0);
  }

  private EmbeddedPostgres postgres() throws Exception {
    return EmbeddedPostgres.start(
        new EmbeddedPostgres.Settings(work.resolve("postgres"), Duration.ofMinutes(5), Map.of()),
        line -> {});
  }

  /** Removes the processes and data of a killed run, including its database server. */
  private void removeKilledRun() throws Exception {
    if (Files.exists(work.resolve(PROCESSES))) {
      for (String line : Files.readAllLines(work.resolve(PROCESSES))) {
        String[] known = line.split(" ");
        ProcessHandle.of(Long.parseLong(known[0]))
            .filter(p -> startTimeOf(p).equals(known[1]))
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    }
    if (Files.exists(work.resolve("postgres"))) {
      postgres().stop();
    }
    if (Files.exists(work)) {
      BenchEnvironment.delete(work);
    }
  }

  /** Records the child processes, so that the next run can stop them if this one is killed. */
  private void recordProcesses() throws IOException {
    Files.write(
        work.resolve(PROCESSES),
        ProcessHandle.current().children().map(p -> p.pid() + " " + startTimeOf(p)).toList());
  }

  private static String startTimeOf(ProcessHandle p) {
    return p.info().startInstant().map(Instant::toString).orElse("?");
  }

  private void measure(EmbeddedPostgres postgres) throws Exception {
    GrowthTable table = new GrowthTable(out);
    ServiceRun service =
        new ServiceRun(
            root,
            work,
            "growth",
            postgres.url(),
            Map.of(
                "TRIBUTARY_BOOTSTRAP_API_KEY", KEY,
                "TRIBUTARY_USERS_SANDBOX_LIMIT", "1000000",
                "TRIBUTARY_WEBHOOK_MAX_ENDPOINTS", "250"));
    try (service;
        SinkProcess sink = SinkProcess.start(Files.createDirectories(work.resolve("sink")))) {
      service.start();
      recordProcesses();
      List<GrowthFill.Endpoint> endpoints = endpoints(service, sink, postgres.url());
      GrowthFill fill =
          new GrowthFill(
              postgres.url(), service.tenant(), createTemplateUser(service), endpoints, out);
      service.close();
      createPartitions(postgres.url());
      measureLevel(table, "empty", SMALL_USER_COUNT, service, sink, postgres, fill, endpoints);
      measureLevel(table, percent(0.01), users(0.01), service, sink, postgres, fill, endpoints);
      measureLevel(table, percent(1), users(1), service, sink, postgres, fill, endpoints);
    }
    table.print();
  }

  private int users(double share) {
    return (int) Math.round(USERS * scale * share);
  }

  private String percent(double share) {
    return String.format(
        Locale.ROOT, "%s%%", Double.toString(share * scale * 100).replaceAll("\\.0$", ""));
  }

  private void measureLevel(
      GrowthTable table,
      String name,
      int users,
      ServiceRun service,
      SinkProcess sink,
      EmbeddedPostgres postgres,
      GrowthFill fill,
      List<GrowthFill.Endpoint> endpoints)
      throws Exception {
    long start = System.nanoTime();
    table.startLevel(name);
    fill.fillTo(Math.max(users, fill.users()));
    checkpoint(postgres.url());
    long size =
        ResilienceTestRun.count(postgres.url(), "select pg_database_size(current_database())");
    out.printf(
        Locale.ROOT,
        "level %s: %,d users, filled in %.0f s, %,d MB%n",
        name,
        fill.users(),
        (System.nanoTime() - start) / 1e9,
        size >> 20);
    service.start();
    recordProcesses();
    try (GrowthMeasure measure =
        new GrowthMeasure(service, postgres.url(), postgres.pid(), sink, fill, endpoints, table)) {
      measure.run();
    }
    service.close();
  }

  /**
   * Runs a checkpoint, because the server would otherwise write the filled data during the
   * measurement.
   */
  private void checkpoint(String database) throws Exception {
    String superuser = Files.readAllLines(work.resolve("postgres/credentials")).get(1);
    try (Connection c =
            ResilienceTestRun.connect(
                database.replaceFirst("//[^@]+@", "//postgres:" + superuser + "@"));
        Statement s = c.createStatement()) {
      s.execute("checkpoint");
    }
  }

  private static List<GrowthFill.Endpoint> endpoints(
      ServiceRun service, SinkProcess sink, String database) throws IOException {
    service.call(
        "PUT",
        service.webhooks().replaceAll("/webhook$", "/event_log"),
        Json.object().put("enabled", true));
    List<GrowthFill.Endpoint> out = new ArrayList<>();
    for (int i = 0; i < ENDPOINTS; i++) {
      ObjectNode body = Json.object().put("url", sink.url("ok", "lane" + i));
      body.putArray("filter_types").add(EventProducer.type(i));
      String id = service.call("POST", service.webhooks(), body).path("id").asText();
      int shard =
          (int)
              ResilienceTestRun.count(
                  database, "select shard from webhook_endpoint where id = '" + id + "'");
      out.add(new GrowthFill.Endpoint(id, shard, EventProducer.type(i)));
    }
    return out;
  }

  /** Creates a user with the data that a phone's pushes produce. */
  private static UUID createTemplateUser(ServiceRun service) throws IOException {
    String user =
        service
            .call("POST", "/v2/user", Json.object().put("client_user_id", "template"))
            .path("user_id")
            .asText();
    Instant day = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(3));
    ObjectNode activity = SdkClient.APPLE_HEALTH.emptyPush();
    ObjectNode data = Json.object();
    ObjectNode summary = data.putArray("activities").addObject().putObject("day_summary");
    summary
        .put("calendar_date", day.toString().substring(0, 10))
        .put("active_energy_burned_sum", 500.5)
        .put("basal_energy_burned_sum", 1600)
        .put("steps_sum", 9876)
        .put("floors_climbed_sum", 12)
        .put("distance_walking_running_sum", 7654.3)
        .put("low", 60)
        .put("medium", 30)
        .put("high", 10)
        .put("avg_heart_rate", 70);
    activity.set("data", data);
    service.call("POST", "/v2/summary/activity/" + user, activity);
    service.call(
        "POST",
        "/v2/timeseries/" + user + "/heartrate",
        SdkClient.APPLE_HEALTH.heartRates(1, i -> day.toString(), i -> 60));
    return UUID.fromString(user);
  }

  /** Creates the message partitions of three months of operation. */
  private static void createPartitions(String database) {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, database, Defaults.config().db());
    Duration span = MessagePartitions.partitionLength(MESSAGE_RETENTION);
    db.tx(
        tx -> {
          List<MessagePartitions.MessagePartition> there = MessagePartitions.list(tx);
          tx.query("drop table message_p0, delivery_p0, delivery_attempt_p0");
          Instant end = Ids.messageCreatedAt(there.getFirst().until());
          Instant first = Instant.now().minus(MESSAGE_RETENTION);
          for (; end.isAfter(first); end = end.minus(span)) {
            MessagePartitions.create(
                tx, Ids.messageIdBound(end.minus(span)), Ids.messageIdBound(end));
          }
          return there.size();
        });
    db.close().await();
    vertx.close().await();
  }
}
