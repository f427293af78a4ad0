package io.tributary.tools.bench;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * One node by {@code scripts/run}, as often as it is wanted: its port, its directory and its name
 * stay the same. The script becomes the service, so that the process is the node's own.
 */
public final class ServiceScript {
  /** As systemd does by itself, and longer than a drain may take. */
  private static final Duration STOP = Duration.ofSeconds(90);

  /** What a node prints once it serves. */
  private static final String READY = "ready http";

  private final Path root;
  private final Path data;
  private final Path log;
  private final Map<String, String> env = new HashMap<>();

  /** How long the log was at the last start. */
  private volatile long began;

  /**
   * @param root of the project
   * @param work where its directory and its log stand, both by its name
   * @param port for its clients
   * @param settings of the service
   */
  public ServiceScript(Path root, Path work, String name, int port, Map<String, String> settings) {
    this.root = root;
    this.data = work.resolve(name);
    this.log = work.resolve(name + ".log");
    env.put("TRIBUTARY_DATA_DIR", data.toString());
    env.put("TRIBUTARY_NODE_NAME", name);
    env.put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    env.put("TRIBUTARY_HTTP_PORT", Integer.toString(port));
    env.putAll(settings);
  }

  /** Its directory. */
  public Path data() {
    return data;
  }

  /** What all its starts have printed. */
  public Path log() {
    return log;
  }

  /** Starts it and waits for nothing. */
  public Process start() {
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("scripts/run").toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(env);
    began = log.toFile().length();
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it has said since its last start that it serves. */
  public boolean saidReady() {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] since = new byte[Math.toIntExact(file.length() - began)];
      file.seek(began);
      file.readFully(since);
      return new String(since, StandardCharsets.UTF_8)
          .lines()
          .anyMatch(line -> line.startsWith(READY));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for the end of one that was told to end; it is killed where that takes longer than a
   * supervisor waits.
   *
   * @return its exit code, 128 and the number of the signal where one ended it; empty where it had
   *     to be killed
   */
  public static OptionalInt end(Process process) {
    return end(process, STOP);
  }

  static OptionalInt end(Process process, Duration patience) {
    try {
      if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return OptionalInt.of(process.exitValue());
      }
      process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return OptionalInt.empty();
  }
}
