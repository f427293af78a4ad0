package io.tributary.tools.bench;

import io.tributary.core.Json;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Measures searches in a small and a large catalog, compared with a server that sends such a page
 * without searching. Also measures placing orders, compared with bare transactions of the same
 * number of rows.
 */
final class LabBench {
  private static final int AT_ONCE = 16;
  private static final int SMALL = 400;
  private static final int LARGE = 100_000;
  private static final int SEARCHES = 1_500;
  private static final int ORDERS = 1_000;
  private static final int USERS = 100;

  private final Path work;
  private final PrintStream out;

  LabBench(Path work, PrintStream out) {
    this.work = work;
    this.out = out;
  }

  void measure(int rounds) throws Exception {
    InterleavedRuns r = new InterleavedRuns(rounds, out);
    for (int size : List.of(SMALL, LARGE)) {
      Path place = Files.createDirectories(work.resolve("lab-" + size));
      Path files = LabFiles.write(place.resolve("files"), size);
      long start = System.nanoTime();
      Vertx generator =
          Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
      try (BenchEnvironment ground =
          BenchEnvironment.prepare(
              place,
              Map.of("TRIBUTARY_LAB_TESTS_CATALOGUE_DIR", files.toAbsolutePath().toString()))) {
        out.printf(
            Locale.ROOT,
            "%-32s %,12.1f s%n",
            "first start, %,d markers".formatted(size),
            (System.nanoTime() - start) / 1e9);
        try (HttpDrive drive = new HttpDrive(generator, AT_ONCE, ground.apiKey())) {
          searches(r, ground, drive, size);
          if (size == SMALL) {
            orders(r, ground, drive);
          }
        }
      } finally {
        generator.close().await();
      }
    }
  }

  private void searches(
      InterleavedRuns rounds, BenchEnvironment ground, HttpDrive drive, int size) {
    Random random = new Random(11);
    List<String> sought = new ArrayList<>();
    for (int i = 0; i < SEARCHES; i++) {
      sought.add("/v3/lab_tests/markers?name=" + LabFiles.searchTerm(random));
    }
    byte[] page = ground.bytes("/v3/lab_tests/markers?name=gluco");
    ResponseTimes late = new ResponseTimes();
    try (BareServer bare = new BareServer(page, page)) {
      rounds.compare(
          "marker searches/s, %,d".formatted(size),
          () ->
              late.note(
                  drive.run(
                      ground.node().port(),
                      HttpMethod.GET,
                      AT_ONCE,
                      SEARCHES,
                      n -> sought.get((int) n),
                      n -> null)),
          () ->
              drive
                  .run(bare.port(), HttpMethod.GET, AT_ONCE, SEARCHES, n -> "/big", n -> null)
                  .perSecond());
    }
    late.print(out);
  }

  private void orders(InterleavedRuns rounds, BenchEnvironment ground, HttpDrive drive) {
    List<Buffer> bodies = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      String user =
          ground
              .call("POST", "/v2/user", Json.object().put("client_user_id", "bench-lab-" + i))
              .path("user_id")
              .asText();
      bodies.add(Buffer.buffer(Json.bytes(LabOrderBody.of(user, LabFiles.TEST))));
    }
    ResponseTimes late = new ResponseTimes();
    try (BareOrders bare = new BareOrders(ground.connectOptions(), AT_ONCE)) {
      rounds.compare(
          "orders placed/s",
          () ->
              late.note(
                  drive.run(
                      ground.node().port(),
                      HttpMethod.POST,
                      AT_ONCE,
                      ORDERS,
                      n -> "/v3/order/create",
                      n -> bodies.get((int) (n % USERS)).copy())),
          () -> bare.run(ORDERS));
    }
    late.print(out);
  }

  /** Response times over the rounds. */
  private static final class ResponseTimes {
    private final List<Double> middle = new ArrayList<>();
    private final List<Double> late = new ArrayList<>();

    double note(HttpDrive.Result r) {
      middle.add(r.percentile(50));
      late.add(r.percentile(99));
      return r.perSecond();
    }

    void print(PrintStream out) {
      out.printf(
          Locale.ROOT,
          "  concurrency %d: p50 %.1f ms  p99 %.1f ms (medians of the rounds)%n",
          AT_ONCE,
          InterleavedRuns.median(middle),
          InterleavedRuns.median(late));
    }
  }
}
