package io.tributary.db;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A separate Java process that starts the database and runs until it is killed or its input ends.
 */
final class EmbeddedPostgresProcess {
  private EmbeddedPostgresProcess() {}

  /**
   * Prints {@code up <pid> <url>} or {@code refused <message>}, then waits for the end of its
   * input.
   */
  public static void main(String[] args) throws IOException, DataDirectoryInUse {
    var dir = Path.of(args[0]);
    try (var lock = DataDirectory.lock(dir)) {
      var settings = EmbeddedPostgres.Settings.in(lock.path().resolve("postgres"));
      var pg = EmbeddedPostgres.start(settings, line -> {});
      System.out.println("up " + pg.pid() + " " + pg.url());
      System.in.read();
      pg.stop();
    } catch (EmbeddedPostgresException e) {
      System.out.println("refused " + e.getMessage());
    }
  }

  /** Starts the process; its error output goes to this process. */
  static Process launch(Path dir, String path) throws IOException {
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            EmbeddedPostgresProcess.class.getName(),
            dir.toString());
    builder.environment().put("PATH", path);
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
