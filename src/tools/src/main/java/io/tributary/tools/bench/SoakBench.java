package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.tools.demo.SdkClient;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps many connections busy for a long time. Of ten calls, six read samples, three read summaries
 * and one pushes samples. A bare server serves as the comparison; its delays are those of the
 * machine and the client.
 */
final class SoakBench {
  private static final String KEY = "sk_us_soaksoaksoaksoak";
  private static final int USERS = 40;
  private static final int PUSHED = 15;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * Warm-up longer than the retention of the maximum in the lag metric, so that the start does not
   * affect the result.
   */
  private static final Duration WARM_UP = Duration.ofSeconds(150);

  private static final Pattern LAG =
      Pattern.compile("(?m)^tributary_event_loop_lag_seconds_max(?:\\{[^}]*})? (\\S+)$");

  private final int connections;
  private final Duration time;
  private final Duration pause;
  private final List<String> users = new ArrayList<>();
  private double maxLagSeconds;

  private SoakBench(int connections, Duration time, Duration pause) {
    this.connections = connections;
    this.time = time;
    this.pause = pause;
  }

  static void run(String[] args) throws Exception {
    ResilienceTestRun drill =
        ResilienceTestRun.of("soak [--connections 1000] [--minutes 10] [--pause 2000]", args);
    SoakBench bench =
        new SoakBench(
            drill.number("connections"),
            Duration.ofMinutes(drill.number("minutes")),
            Duration.ofMillis(drill.number("pause")));
    drill.run(bench::measure);
  }

  private boolean measure(Path root, Path work, String database) throws Exception {
    Vertx generator = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    int port;
    SoakLoad.Result real;
    try (ServiceRun service =
        new ServiceRun(root, work, "soak", database, Map.of("TRIBUTARY_BOOTSTRAP_API_KEY", KEY))) {
      service.start();
      port = service.port();
      for (int i = 0; i < USERS; i++) {
        users.add(
            service
                .call("POST", "/v2/user", Json.object().put("client_user_id", "soak-" + i))
                .path("user_id")
                .asText());
        service.call("POST", push(i), samples(i));
      }
      load(generator, port, WARM_UP, this::call);
      AtomicBoolean over = new AtomicBoolean();
      Thread watcher = Thread.ofVirtual().start(() -> pollLag(port, over));
      real = load(generator, port, time, this::call);
      over.set(true);
      watcher.join();
    }
    print("service", real);
    System.out.printf(Locale.ROOT, "  maximum event loop lag %.0f ms%n", maxLagSeconds * 1000);
    System.out.println(
        "  warnings in the log about event loops blocked for more than 2 s: "
            + countBlockedWarnings(work.resolve("soak.log")));
    byte[] small = new byte[1024];
    try (BareServer bare = new BareServer(small, small)) {
      Duration shorter = Duration.ofSeconds(Math.min(60, time.toSeconds()));
      print("bare server", load(generator, bare.port(), shorter, this::call));
    }
    generator.close().await();
    return real.errors().isEmpty();
  }

  private SoakLoad.Result load(
      Vertx generator, int port, Duration time, LongFunction<SoakLoad.Call> calls) {
    try (SoakLoad load = new SoakLoad(generator, port, pause, calls)) {
      return load.run(connections, time);
    }
  }

  private SoakLoad.Call call(long n) {
    int user = (int) (n * 31 % USERS);
    String range = "?start_date=2026-01-01&end_date=2026-01-02";
    return switch ((int) (n % 10)) {
      case 0 ->
          new SoakLoad.Call(
              HttpMethod.POST, push(user), KEY, Buffer.buffer(Json.bytes(samples(n))));
      case 1, 2, 3 ->
          new SoakLoad.Call(
              HttpMethod.GET, "/v2/summary/activity/" + users.get(user) + range, KEY, null);
      default ->
          new SoakLoad.Call(
              HttpMethod.GET,
              "/v2/timeseries/" + users.get(user) + "/heartrate/grouped" + range,
              KEY,
              null);
    };
  }

  private String push(int user) {
    return "/v2/timeseries/" + users.get(user) + "/heartrate";
  }

  private static ObjectNode samples(long from) {
    return SdkClient.HEALTH_CONNECT.heartRates(
        PUSHED,
        i -> Times.format(BEGIN.plusSeconds((from * PUSHED + i) * 5)),
        i -> (int) (40 + (from + i) % 150));
  }

  /** Polls the metric during the whole run, because its maximum expires. */
  private void pollLag(int port, AtomicBoolean over) {
    HttpRequest metrics =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    HttpClient http = HttpClient.newHttpClient();
    while (!over.get()) {
      try {
        Matcher m = LAG.matcher(http.send(metrics, HttpResponse.BodyHandlers.ofString()).body());
        while (m.find()) {
          maxLagSeconds = Math.max(maxLagSeconds, Double.parseDouble(m.group(1)));
        }
      } catch (IOException | InterruptedException e) {
        System.out.println("metrics are not available: " + e.getMessage());
      }
      SinkProcess.pause(5000);
    }
  }

  private static long countBlockedWarnings(Path log) throws IOException {
    try (var lines = Files.lines(log)) {
      return lines.filter(l -> l.contains("has been blocked for")).count();
    }
  }

  private void print(String what, SoakLoad.Result r) {
    System.out.printf(
        Locale.ROOT,
        "%s: %d connections (%d established), %d responses, %.0f/s, p50 %.1f ms, p99 %.1f ms, max"
            + " %.1f ms, errors %s%n",
        what,
        connections,
        r.connected(),
        r.answered(),
        r.perSecond(),
        r.p50(),
        r.p99(),
        r.max(),
        r.errors().isEmpty() ? "0" : r.errors().toString());
  }
}
