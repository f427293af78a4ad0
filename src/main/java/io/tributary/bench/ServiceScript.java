package io.tributary.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One node by {@code scripts/run}, as often as it is wanted: its port, its directory and its name
 * stay the same. The script becomes the service, so that the process is the node's own.
 */
public final class ServiceScript {
  private static final long STOP_SECONDS = 60;

  private final Path root;
  private final Path data;
  private final Path log;
  private final Map<String, String> env = new HashMap<>();

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
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the end of one that was told to end; it is killed where that takes a minute. */
  public static void end(Process process) {
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
