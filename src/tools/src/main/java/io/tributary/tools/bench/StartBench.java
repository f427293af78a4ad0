package io.tributary.tools.bench;

import io.tributary.core.Json;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Measures the start time of {@code scripts/run} and the memory of the service afterwards,
 * alternately without and with the start cache. The processor time is that of the service alone
 * until it is ready, and unlike the elapsed time it hardly depends on other load of the machine.
 */
final class StartBench {
  private static final int REQUESTS = 1000;
  private static final int AT_ONCE = 16;

  private final Path root;
  private final Path data;
  private final PrintStream out;
  private final int rounds;

  /**
   * Measurement of one start.
   *
   * @param rested kB resident once the service is ready
   * @param loaded kB resident after the requests
   * @param postgres kB that its PostgreSQL holds, counting shared pages once
   */
  private record Start(double seconds, double processor, long rested, long loaded, long postgres) {}

  StartBench(Path root, Path work, PrintStream out, int rounds) {
    this.root = root;
    this.data = work.resolve("start");
    this.out = out;
    this.rounds = rounds;
  }

  void measure() throws IOException, InterruptedException {
    boolean cache = makeCache();
    Start first = run("off");
    out.printf(Locale.ROOT, "%-32s %12.2f s%n", "start to ready, first", first.seconds());
    List<Start> plain = new ArrayList<>();
    List<Start> cached = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      plain.add(run("off"));
      if (cache) {
        cached.add(run("use"));
      }
    }
    printStarts("plain", plain);
    if (cache) {
      printStarts("start cache", cached);
    }
  }

  private boolean makeCache() throws IOException, InterruptedException {
    delete(root.resolve("target/start"));
    long begin = System.nanoTime();
    int status =
        new ProcessBuilder(root.resolve("scripts/lib/start-cache").toString())
            .inheritIO()
            .start()
            .waitFor();
    if (status != 0) {
      out.println("the start cache could not be created");
      return false;
    }
    out.printf(
        Locale.ROOT,
        "%-32s %12.2f s  size %d MB%n",
        "start cache created in",
        (System.nanoTime() - begin) / 1e9,
        cacheBytes() >> 20);
    return true;
  }

  private void printStarts(String name, List<Start> starts) {
    out.printf(
        Locale.ROOT,
        "%-32s %12.2f s  CPU %.2f s  memory %d MB, after %d requests %d MB,"
            + " PostgreSQL %d MB%n",
        "start to ready, " + name,
        median(starts, Start::seconds),
        median(starts, Start::processor),
        (long) median(starts, s -> s.rested() >> 10),
        REQUESTS,
        (long) median(starts, s -> s.loaded() >> 10),
        (long) median(starts, s -> s.postgres() >> 10));
  }

  private static double median(List<Start> starts, ToDoubleFunction<Start> of) {
    double[] all = starts.stream().mapToDouble(of).sorted().toArray();
    return all[all.length / 2];
  }

  private static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private long cacheBytes() throws IOException {
    long largest = 0;
    try (Stream<Path> files = Files.list(root.resolve("target/start"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        largest = Math.max(largest, Files.size(file));
      }
    }
    return largest;
  }

  private Start run(String cache) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("scripts/run").toString()).redirectErrorStream(true);
    builder.environment().put("TRIBUTARY_START_CACHE", cache);
    builder.environment().put("TRIBUTARY_DATA_DIR", data.toString());
    builder.environment().put("TRIBUTARY_HTTP_PORT", "0");
    builder.environment().put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    long start = System.nanoTime();
    Process process = builder.start();
    try {
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      String url = awaitReady(lines);
      double seconds = (System.nanoTime() - start) / 1e9;
      // The script execs the service, so its time is included.
      double processor = process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
      Thread.ofVirtual().start(() -> drain(lines));
      long rested = resident(process.pid());
      load(url);
      return new Start(seconds, processor, rested, resident(process.pid()), postgres());
    } finally {
      process.destroy();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
  }

  private static void drain(BufferedReader lines) {
    try {
      while (lines.readLine() != null) {
        // The output is discarded only to keep the pipe from filling up.
      }
    } catch (IOException e) {
      // The pipe is closed with the process.
    }
  }

  private static String awaitReady(BufferedReader lines) throws IOException {
    StringBuilder said = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("ready ")) {
        return line.substring("ready ".length()).strip();
      }
      said.append(line).append('\n');
    }
    throw new IllegalStateException("the service did not start:\n" + said);
  }

  private void load(String url) throws IOException {
    String key =
        Json.parse(Files.readAllBytes(data.resolve("bootstrap.json"))).path("api_key").asText();
    int port = Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
    Vertx vertx = Vertx.vertx();
    try (HttpLoad load = new HttpLoad(vertx, AT_ONCE)) {
      load.getsOf(REQUESTS, port, "x-service-api-key", key, n -> "/v2/user");
    } finally {
      vertx.close().await();
    }
  }

  /** Returns VmRSS in kB. */
  private static long resident(long pid) throws IOException {
    return kilobytes(Path.of("/proc", Long.toString(pid), "status"), "VmRSS:");
  }

  /**
   * Returns the proportional set size of the server and its children in kB, which counts shared
   * buffers once.
   */
  private long postgres() throws IOException {
    long pid =
        Long.parseLong(
            Files.readAllLines(data.resolve("postgres/cluster/postmaster.pid")).getFirst().strip());
    ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
    long sum = proportionalKilobytes(server);
    for (ProcessHandle child : server.descendants().toList()) {
      sum += proportionalKilobytes(child);
    }
    return sum;
  }

  private static long proportionalKilobytes(ProcessHandle process) {
    try {
      return kilobytes(Path.of("/proc", Long.toString(process.pid()), "smaps_rollup"), "Pss:");
    } catch (IOException e) {
      return 0; // the process has ended meanwhile
    }
  }

  private static long kilobytes(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("no " + name + " in " + file);
  }
}
