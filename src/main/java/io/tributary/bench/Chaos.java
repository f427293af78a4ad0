package io.tributary.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.Defaults;
import io.tributary.db.Db;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.db.Rows;
import io.tributary.kernel.Json;
import io.tributary.kernel.Times;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Phones push while the service is killed with SIGKILL again and again and PostgreSQL is restarted
 * under it; a receiver in another process keeps what webhooks bring. In the end every sample that
 * was acknowledged must have arrived in an event, and every message that is stored: {@code Chaos
 * [--kills 50] [--restarts 5] [--phones 8] [--seed 7]}. Exit code 1 if one is missing.
 */
public final class Chaos {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final int STEP_SECONDS = 7;
  private static final int MOST = 40;
  private static final long PATIENCE_SECONDS = 300;
  private static final String LANE = "drill";

  private final int kills;
  private final int restarts;
  private final int phones;
  private final Random random;
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger pushes = new AtomicInteger();
  private final AtomicInteger inDoubt = new AtomicInteger();

  /** Per user how many samples have been acknowledged. */
  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();

  private ServiceRun service;
  private SinkProcess sink;

  private Chaos(int kills, int restarts, int phones, long seed) {
    this.kills = kills;
    this.restarts = restarts;
    this.phones = phones;
    this.random = new Random(seed);
  }

  public static void main(String[] args) throws Exception {
    Map<String, Integer> options =
        new HashMap<>(Map.of("--kills", 50, "--restarts", 5, "--phones", 8, "--seed", 7));
    for (int i = 0; i + 1 < args.length; i += 2) {
      if (options.replace(args[i], Integer.parseInt(args[i + 1])) == null) {
        System.err.println("chaos [--kills 50] [--restarts 5] [--phones 8] [--seed 7]");
        System.exit(2);
      }
    }
    Chaos drill =
        new Chaos(
            options.get("--kills"),
            options.get("--restarts"),
            options.get("--phones"),
            options.get("--seed"));
    Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
    System.exit(drill.run(root, Files.createTempDirectory("tributary-drill-")) ? 0 : 1);
  }

  private boolean run(Path root, Path work) throws Exception {
    System.out.println("logs and data: " + work);
    EmbeddedPostgres.Settings settings =
        new EmbeddedPostgres.Settings(work.resolve("postgres"), Duration.ofMinutes(2), Map.of());
    EmbeddedPostgres postgres = EmbeddedPostgres.start(settings, line -> {});
    sink = SinkProcess.start(Files.createDirectories(work.resolve("sink")));
    service = new ServiceRun(root, work, "drill", postgres.url(), Map.of());
    try {
      service.start();
      service.call("POST", service.webhooks(), Json.object().put("url", sink.url("keep", LANE)));
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < phones; i++) {
        String user =
            service
                .call("POST", "/v2/user", Json.object().put("client_user_id", "phone-" + i))
                .path("user_id")
                .asText();
        long seed = i;
        threads.add(Thread.ofVirtual().start(() -> push(user, new Random(seed))));
      }
      List<Double> firsts = new ArrayList<>();
      for (int k = 1; k <= kills; k++) {
        int before = pushes.get();
        SinkProcess.pause(500 + random.nextInt(2500));
        // A kill between two starts of a service that has not come to its work yet would show
        // nothing.
        SinkProcess.await("a push", PATIENCE_SECONDS, () -> pushes.get() > before);
        service.kill();
        firsts.add(restarted());
        System.out.printf(
            Locale.ROOT,
            "kill %d of %d: %d pushes, %d requests arrived, first again %.1f s after ready%n",
            k,
            kills,
            pushes.get(),
            sink.count(),
            firsts.getLast());
        if (restarts > 0 && k % Math.max(1, kills / restarts) == 0) {
          postgres.stop();
          SinkProcess.pause(random.nextInt(3000));
          postgres = EmbeddedPostgres.start(settings, line -> {});
          System.out.println("PostgreSQL restarted");
        }
      }
      over.set(true);
      for (Thread t : threads) {
        t.join();
      }
      return compare(postgres.url(), firsts);
    } finally {
      over.set(true);
      service.close();
      sink.close();
      postgres.stop();
    }
  }

  /** Starts it again; seconds from ready to the first request that arrives. */
  private double restarted() {
    long before = sink.count();
    service.start();
    long ready = System.nanoTime();
    SinkProcess.await("a delivery after the kill", PATIENCE_SECONDS, () -> sink.count() > before);
    return (System.nanoTime() - ready) / 1e9;
  }

  private void push(String user, Random dice) {
    int next = 0;
    while (!over.get()) {
      int n = 1 + dice.nextInt(MOST);
      ObjectNode body = body(next, n);
      while (true) {
        try {
          service.call("POST", "/v2/timeseries/" + user + "/heartrate", body);
          break;
        } catch (IOException | RuntimeException away) {
          inDoubt.incrementAndGet();
          SinkProcess.pause(50);
        }
      }
      next += n;
      acknowledged.put(user, next);
      pushes.incrementAndGet();
    }
  }

  private static ObjectNode body(int from, int n) {
    ObjectNode body =
        Json.object()
            .put("stage", "daily")
            .put("time_zone", "Europe/Paris")
            .put("provider", "health_connect")
            .put("is_final_chunk", true);
    ArrayNode data = body.putArray("data");
    for (int i = from; i < from + n; i++) {
      String at = Times.wire(BEGIN.plusSeconds((long) i * STEP_SECONDS));
      data.addObject()
          .put("value", 40 + i % 150)
          .put("unit", "bpm")
          .put("start_date", at)
          .put("end_date", at)
          .put("type", "watch");
    }
    return body;
  }

  private boolean compare(String databaseUrl, List<Double> firsts) {
    Set<String> stored = new HashSet<>();
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, databaseUrl, Defaults.config().db());
    try {
      SinkProcess.await("all deliveries written", PATIENCE_SECONDS, () -> allDelivered(db));
      stored.addAll(Rows.list(db.query("select id from message"), r -> r.getString("id")));
    } finally {
      db.close().await();
      vertx.close().await();
    }
    List<SinkProcess.Arrival> arrivals = sink.arrivals();
    Set<String> arrived = new HashSet<>();
    arrivals.forEach(a -> arrived.add(a.id()));
    Map<String, Set<Integer>> samples = samples(sink.kept(LANE));
    long told = 0;
    long missing = 0;
    for (Map.Entry<String, Integer> e : acknowledged.entrySet()) {
      Set<Integer> had = samples.getOrDefault(e.getKey(), Set.of());
      told += e.getValue();
      for (int i = 0; i < e.getValue(); i++) {
        missing += had.contains(i) ? 0 : 1;
      }
    }
    long lost = stored.stream().filter(id -> !arrived.contains(id)).count();
    long unknown = arrived.stream().filter(id -> !stored.contains(id)).count();
    boolean good = missing == 0 && lost == 0 && unknown == 0;
    System.out.printf(
        Locale.ROOT,
        "kills %d, restarts of PostgreSQL %d, pushes %d, tries without an answer %d%nsamples"
            + " acknowledged %,d, of them in no event %d%nmessages stored %,d, never arrived %d,"
            + " arrived but not stored %d, arrived again %,d%nfirst delivery after ready: median"
            + " %.1f s, longest %.1f s%n%s%n",
        kills,
        restarts,
        pushes.get(),
        inDoubt.get(),
        told,
        missing,
        stored.size(),
        lost,
        unknown,
        arrivals.size() - arrived.size(),
        Rounds.median(firsts),
        firsts.stream().mapToDouble(d -> d).max().orElse(0),
        good ? "OK" : "NOT OK");
    return good;
  }

  /** False also while PostgreSQL, which may have been restarted just now, does not answer. */
  private static boolean allDelivered(Db db) {
    try {
      return db.query("select 1 from delivery where state <> 'delivered' limit 1").size() == 0;
    } catch (RuntimeException away) {
      return false;
    }
  }

  /** The numbers of the samples in the kept bodies, by user. */
  private static Map<String, Set<Integer>> samples(Path kept) {
    Map<String, Set<Integer>> out = new HashMap<>();
    try (var lines = Files.lines(kept)) {
      lines.forEach(
          line -> {
            JsonNode event = Json.parse(line.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            Set<Integer> had =
                out.computeIfAbsent(event.path("user_id").asText(), u -> new HashSet<>());
            for (JsonNode sample : event.path("data").path("data")) {
              Instant at = Times.instant(sample.path("timestamp").asText()).orElseThrow();
              had.add((int) (Duration.between(BEGIN, at).toSeconds() / STEP_SECONDS));
            }
          });
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
