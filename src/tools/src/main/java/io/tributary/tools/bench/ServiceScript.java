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
 * Starts one node with {@code scripts/run}, any number of times with the same port, directory and
 * name. The script execs the service, so the process is the node itself.
 */
public final class ServiceScript {
  /** Default stop timeout of systemd, longer than a drain may take. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(90);

  /** Prefix of the line that a node prints once it is ready. */
  private static final String READY_PREFIX = "ready http";

  private final Path root;
  private final Path data;
  private final Path log;
  private final Map<String, String> env = new HashMap<>();

  /** Length of the log at the last start. */
  private volatile long logLengthAtStart;

  /**
   * @param root directory of the project
   * @param work directory that contains the node's directory and log, both named after it
   * @param port HTTP port
   * @param settings settings of the service
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

  /** Returns the data directory of the node. */
  public Path data() {
    return data;
  }

  /** Returns the output of all starts. */
  public Path log() {
    return log;
  }

  /** Starts the node without waiting. */
  public Process start() {
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("scripts/run").toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(env);
    logLengthAtStart = log.toFile().length();
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether the node has reported since its last start that it is ready. */
  public boolean isReady() {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] since = new byte[Math.toIntExact(file.length() - logLengthAtStart)];
      file.seek(logLengthAtStart);
      file.readFully(since);
      return new String(since, StandardCharsets.UTF_8)
          .lines()
          .anyMatch(line -> line.startsWith(READY_PREFIX));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for a node that was told to stop; kills it after the timeout of a supervisor.
   *
   * @return its exit code, or 128 plus the number of the signal that ended it; empty if it had to
   *     be killed
   */
  public static OptionalInt awaitExit(Process process) {
    return awaitExit(process, STOP_TIMEOUT);
  }

  static OptionalInt awaitExit(Process process, Duration patience) {
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
