package io.tributary.tools.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Runs a {@link WebhookSink} in a JVM of its own. */
public final class SinkProcess implements AutoCloseable {
  /**
   * Received request.
   *
   * @param micros epoch microseconds at which the request head had been read
   */
  public record Arrival(String lane, String id, long micros) {}

  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Path dir;
  private final int port;

  private SinkProcess(Process process, Path dir, int port) {
    this.process = process;
    this.dir = dir;
    this.port = port;
  }

  /**
   * @param dir an existing directory for its files
   */
  public static SinkProcess start(Path dir) throws IOException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx640m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                WebhookSink.class.getName(),
                dir.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    return new SinkProcess(process, dir, Integer.parseInt(lines.readLine()));
  }

  int port() {
    return port;
  }

  /**
   * @param mode response mode of {@link WebhookSink}
   */
  public String url(String mode, String lane) {
    return "http://127.0.0.1:" + port + "/" + mode + "/" + lane;
  }

  public long count() {
    return Long.parseLong(get("/count"));
  }

  long count(String lane) {
    return Long.parseLong(get("/count/" + lane));
  }

  void clear() {
    get("/clear");
  }

  /** Returns all requests since the last {@link #clear}; within a lane in the order of arrival. */
  public List<Arrival> arrivals() {
    try (var lines = Files.lines(Path.of(get("/dump")))) {
      List<Arrival> out = new ArrayList<>();
      lines.forEach(
          line -> {
            String[] part = line.split(" ");
            out.add(new Arrival(part[0], part[1], Long.parseLong(part[2])));
          });
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the file with the bodies of a lane of mode keep, one per line. It is complete up to the
   * last call of {@link #arrivals}.
   */
  public Path bodiesFile(String lane) {
    return dir.resolve(lane + ".jsonl");
  }

  /** Waits until the condition holds, checking every 20 ms. */
  public static void await(String what, long seconds, BooleanSupplier holds) {
    long until = System.nanoTime() + seconds * 1_000_000_000L;
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException("not reached within " + seconds + " s: " + what);
      }
      pause(20);
    }
  }

  static void join(Thread other) {
    try {
      other.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  public static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private String get(String path) {
    try {
      return http.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
