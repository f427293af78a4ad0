package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.Defaults;
import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.core.ProgramHelp;
import io.tributary.db.Db;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.model.Resource;
import io.tributary.read.StoredSamples;
import io.tributary.simulators.apple.ExportGenerator;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Resilience test of imports: {@code import-drill [--size 1G] [--seed 7]}. It imports one export
 * twice into the service as {@code scripts/run} starts it, the second time with a SIGKILL in the
 * middle, and compares the stored data. It prints times, rates and the peak memory of the process.
 * The exit code is 1 if the data differ.
 */
public final class ImportResilienceTest {
  private static final String USAGE = "resilience-test import [--size 1G] [--seed 7]";

  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);
  private static final Duration TIMEOUT = Duration.ofHours(3);
  private static final LocalDate UNTIL = LocalDate.of(2026, 3, 20);
  private static final String KEY = "sk_us_drilldrilldrilldrill";

  private final ServiceScript script;
  private final EmbeddedPostgres postgres;
  private final PrintStream out;
  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;
  private Process service;

  private ImportResilienceTest(
      Path root, Path work, EmbeddedPostgres postgres, int port, PrintStream out) {
    this.postgres = postgres;
    this.port = port;
    this.out = out;
    this.script =
        new ServiceScript(
            root,
            work,
            "drill",
            port,
            Map.of("TRIBUTARY_DB_URL", postgres.url(), "TRIBUTARY_BOOTSTRAP_API_KEY", KEY));
  }

  public static void main(String[] args) throws Exception {
    Optional<String> help = ProgramHelp.answer(args, USAGE, ImportResilienceTest.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return;
    }
    String size = "1G";
    long seed = 7;
    for (int i = 0; i + 1 < args.length; i += 2) {
      switch (args[i]) {
        case "--size" -> size = args[i + 1];
        case "--seed" -> seed = Long.parseLong(args[i + 1]);
        default -> {
          System.err.println(USAGE);
          System.exit(2);
        }
      }
    }
    Path root = Path.of(System.getProperty("tributary.root", ".")).toAbsolutePath();
    Path work = Files.createTempDirectory("tributary-import-");
    boolean same = false;
    try {
      Path file = work.resolve("export.xml");
      ExportGenerator.write(
          file, seed, UNTIL, ExportGenerator.daysForSize(ExportGenerator.parseSize(size), seed));
      EmbeddedPostgres postgres =
          EmbeddedPostgres.start(
              new EmbeddedPostgres.Settings(
                  work.resolve("postgres"), Duration.ofMinutes(2), Map.of()),
              line -> {});
      try (java.net.ServerSocket free = new java.net.ServerSocket(0)) {
        int port = free.getLocalPort();
        free.close();
        same = new ImportResilienceTest(root, work, postgres, port, System.out).run(file);
      } finally {
        postgres.stop();
      }
    } finally {
      BenchEnvironment.delete(work);
    }
    System.exit(same ? 0 : 1);
  }

  private boolean run(Path file) throws Exception {
    out.printf("file=%d bytes%n", Files.size(file));
    start();
    try {
      UUID calm = user("calm");
      importFile(calm, file, false);
      UUID killed = user("killed");
      importFile(killed, file, true);
      Map<String, String> a = checksums(calm);
      Map<String, String> b = checksums(killed);
      out.printf("kinds=%d same=%s%n", a.size(), a.equals(b));
      a.forEach(
          (kind, sum) -> {
            if (!sum.equals(b.get(kind))) {
              out.printf("differs: %s %s %s%n", kind, sum, b.get(kind));
            }
          });
      return a.equals(b) && !a.isEmpty();
    } finally {
      service.destroy();
      service.waitFor(60, TimeUnit.SECONDS);
    }
  }

  private void start() {
    service = script.start();
    await(() -> status("/health/ready") == 200);
  }

  private interface Check {
    boolean holds();
  }

  private void await(Check check) {
    long until = System.nanoTime() + TIMEOUT.toNanos();
    while (!check.holds()) {
      if (System.nanoTime() > until || !service.isAlive()) {
        throw new IllegalStateException("the service exited or did not respond in time");
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL.toMillis());
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private int status(String path) {
    try {
      return send(HttpRequest.newBuilder(uri(path)).build()).statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private HttpResponse<byte[]> send(HttpRequest request) throws IOException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode call(String method, String path, HttpRequest.BodyPublisher body, String type)
      throws IOException {
    HttpResponse<byte[]> r =
        send(
            HttpRequest.newBuilder(uri(path))
                .header("x-service-api-key", KEY)
                .header("content-type", type)
                .method(method, body)
                .build());
    if (r.statusCode() >= 300) {
      throw new IllegalStateException(path + ": status " + r.statusCode());
    }
    return Json.parse(r.body());
  }

  private UUID user(String name) throws IOException {
    return UUID.fromString(
        call(
                "POST",
                "/v2/user",
                HttpRequest.BodyPublishers.ofString("{\"client_user_id\":\"" + name + "\"}"),
                "application/json")
            .get("user_id")
            .asText());
  }

  private void importFile(UUID user, Path file, boolean kill) throws Exception {
    long begin = System.nanoTime();
    String imports = "/v2/user/" + user + "/import/";
    String id =
        call(
                "POST",
                imports + "apple_health_kit",
                HttpRequest.BodyPublishers.ofFile(file),
                "application/xml")
            .get("id")
            .asText();
    double uploaded = seconds(begin);
    JsonNode[] shown = new JsonNode[1];
    Check look =
        () -> {
          try {
            shown[0] =
                call("GET", imports + id, HttpRequest.BodyPublishers.noBody(), "application/json");
            return true;
          } catch (IOException e) {
            return false;
          }
        };
    if (kill) {
      await(() -> look.holds() && shown[0].get("percent").asInt() >= 45);
      recordPeakMemory("killed at " + shown[0].get("percent") + " %");
      service.destroyForcibly().waitFor();
      start();
    }
    double[] read = new double[1];
    await(
        () -> {
          boolean got = look.holds();
          if (got && read[0] == 0 && shown[0].get("percent").asInt() >= 90) {
            read[0] = seconds(begin);
          }
          return got && !List.of("queued", "running").contains(shown[0].get("status").asText());
        });
    JsonNode i = shown[0];
    double total = seconds(begin);
    out.printf(
        "kill=%s status=%s upload=%.1fs read=%.1fs total=%.1fs MB/s=%.1f records=%d stored=%d"
            + " rejected=%d workouts=%d%n",
        kill,
        i.get("status").asText(),
        uploaded,
        read[0],
        total,
        Files.size(file) / 1e6 / (total - uploaded),
        i.get("records_seen").asLong(),
        i.get("records_stored").asLong(),
        i.get("records_rejected").asLong(),
        i.get("workouts").asLong());
    recordPeakMemory("at the end");
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  /** Records the peak memory. The script execs Java, so its process is the service. */
  private void recordPeakMemory(String when) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + service.pid() + "/status"))) {
      if (line.startsWith("VmHWM") || line.startsWith("VmRSS")) {
        out.printf("%s %s%n", when, line.replaceAll("\\s+", " "));
      }
    }
  }

  /** Returns checksums of the stored data by resource. */
  private Map<String, String> checksums(UUID user) {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, postgres.url(), Defaults.config().db());
    Map<String, String> sums = new TreeMap<>();
    try {
      StoredSamples samples = new StoredSamples(db);
      for (Resource r : Resource.values()) {
        if (r.isTimeseries()) {
          samples(samples, user, r, sums);
        }
      }
      for (var row :
          db.query(
              """
              select resource, count(*) as n,
                     md5(string_agg(md5((content - 'sleep_id' - 'provider_id')::text), ''
                         order by day, at, source_type, md5((content - 'sleep_id')::text))) as sum
                from summary where user_id = $1 group by 1
              """,
              user)) {
        sums.put(row.getString("resource"), row.getLong("n") + " " + row.getString("sum"));
      }
      return sums;
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  private static void samples(
      StoredSamples samples, UUID user, Resource r, Map<String, String> sums) {
    List<String> parts = new ArrayList<>();
    long[] count = new long[1];
    for (LocalDate from = LocalDate.of(2000, 1, 1);
        from.isBefore(UNTIL.plusYears(1));
        from = from.plusMonths(1)) {
      StringBuilder text = new StringBuilder();
      samples.forEach(
          user,
          r,
          "apple_health_kit",
          from.atStartOfDay(ZoneOffset.UTC).toInstant(),
          from.plusMonths(1).atStartOfDay(ZoneOffset.UTC).toInstant().minusNanos(1000),
          s -> {
            count[0]++;
            var x = s.sample();
            text.append(x.at()).append(x.end()).append(x.value()).append(x.extras());
            text.append(x.source().type()).append(x.offsetSeconds()).append('\n');
          });
      parts.add(HexFormat.of().formatHex(Encryption.sha256(text.toString())));
    }
    if (count[0] > 0) {
      sums.put(
          r.wire() + " samples",
          count[0] + " " + HexFormat.of().formatHex(Encryption.sha256(String.join("", parts))));
    }
  }
}
