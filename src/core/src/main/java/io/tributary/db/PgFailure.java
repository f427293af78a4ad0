package io.tributary.db;

import java.io.IOException;
import java.nio.file.Path;

/** Translates the output of a failed PostgreSQL program into an exception for the operator. */
final class PgFailure {
  private PgFailure() {}

  static EmbeddedPostgresException of(Path dataDir, String what, String output) {
    if (output.contains("No space left") || output.contains("Disk quota exceeded")) {
      var disk = new IOException("No space left on device");
      return new EmbeddedPostgresException(what + ". " + FileErrorMessages.explain(dataDir, disk));
    }
    if (output.contains("could not look up effective user")) {
      return new EmbeddedPostgresException(
          "%s: the user is not listed in /etc/passwd (%s). Add it there, or set TRIBUTARY_DB_URL to use a PostgreSQL of your own."
              .formatted(what, tail(output)));
    }
    return new EmbeddedPostgresException("%s in %s: %s".formatted(what, dataDir, tail(output)));
  }

  /**
   * Returns whether a failed start is transient, because leftovers of a crashed server still exist.
   */
  static boolean isTransient(String output) {
    return output.contains("pre-existing shared memory block")
        || output.contains("another postmaster")
        || output.contains("another server might be running")
        || output.contains("lock file")
        || output.contains("could not bind")
        || output.contains("could not create any TCP/IP sockets");
  }

  /** Returns the last lines of the output; the first lines are banners. */
  static String tail(String output) {
    var lines = output.strip().lines().filter(l -> !l.isBlank()).toList();
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - 8), lines.size()));
  }
}
