package io.tributary.db;

import java.nio.file.Path;
import java.util.OptionalLong;

/** Another running Tributary owns the data directory; the message says which and what to do. */
public final class DataDirectoryInUse extends Exception {
  DataDirectoryInUse(Path dir, OptionalLong pid) {
    super(
        "Another Tributary%s uses the data directory %s. Stop that one first, or give this one a directory of its own."
            .formatted(pid.isPresent() ? " (pid " + pid.getAsLong() + ")" : "", dir));
  }
}
