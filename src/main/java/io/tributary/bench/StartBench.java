package io.tributary.bench;

import io.tributary.kernel.Json;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How long {@code scripts/run} takes to serve, and how much memory it then holds. */
final class StartBench {
  private static final long LOAD_MILLIS = 5000;
  private static final int AT_ONCE = 16;

  private final Path root;
  private final Path data;
  private final PrintStream out;

  StartBench(Path root, Path work, PrintStream out) {
    this.root = root;
    this.data = work.resolve("start");
    this.out = out;
  }

  void measure() throws IOException, InterruptedException {
    out.printf(Locale.ROOT, "%-32s %12.1f s%n", "start to ready, first", timed(false));
    out.printf(Locale.ROOT, "%-32s %12.1f s%n", "start to ready, again", timed(true));
  }

  private double timed(boolean withMemory) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("scripts/run").toString()).redirectErrorStream(true);
    builder.environment().put("TRIBUTARY_DATA_DIR", data.toString());
    builder.environment().put("TRIBUTARY_HTTP_PORT", "0");
    builder.environment().put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    long start = System.nanoTime();
    Process process = builder.start();
    try {
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      String url = awaitReady(lines);
      double seconds = (System.nanoTime() - start) / 1e9;
      Thread.ofVirtual().start(() -> drain(lines));
      if (withMemory) {
        memory(process, url);
      }
      return seconds;
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
        // only so that the pipe never fills
      }
    } catch (IOException e) {
      // closed with the process
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

  private void memory(Process process, String url) throws IOException {
    long rested = resident(process.pid());
    String key =
        Json.parse(Files.readAllBytes(data.resolve("bootstrap.json"))).path("api_key").asText();
    int port = Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
    Vertx vertx = Vertx.vertx();
    try (HttpLoad load = new HttpLoad(vertx, AT_ONCE)) {
      load.gets(port, "x-service-api-key", key, LOAD_MILLIS, n -> "/v2/user");
    } finally {
      vertx.close().await();
    }
    long loaded = resident(process.pid());
    out.printf(
        Locale.ROOT,
        "%-32s %12d MB  after load %d MB  its PostgreSQL %d MB%n",
        "resident memory of the service",
        rested >> 10,
        loaded >> 10,
        postgres() >> 10);
  }

  /** VmRSS in kB. */
  private static long resident(long pid) throws IOException {
    return kilobytes(Path.of("/proc", Long.toString(pid), "status"), "VmRSS:");
  }

  /** Proportional set size of the server and its children in kB: shared buffers count once. */
  private long postgres() throws IOException {
    long pid =
        Long.parseLong(
            Files.readAllLines(data.resolve("postgres/cluster/postmaster.pid")).getFirst().strip());
    ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
    long sum = proportional(server);
    for (ProcessHandle child : server.descendants().toList()) {
      sum += proportional(child);
    }
    return sum;
  }

  private static long proportional(ProcessHandle process) {
    try {
      return kilobytes(Path.of("/proc", Long.toString(process.pid()), "smaps_rollup"), "Pss:");
    } catch (IOException e) {
      return 0; // ended meanwhile
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
