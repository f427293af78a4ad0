package io.tributary.db;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Another running Tributary process holds the data directory. The message for the operator names
 * it.
 */
public final class DataDirectoryInUse extends Exception {
  DataDirectoryInUse(Path dir, OptionalLong pid) {
    super(
        "Another Tributary%s uses the data directory %s. Stop it first, or configure another data directory for this one."
            .formatted(pid.isPresent() ? " (pid " + pid.getAsLong() + ")" : "", dir));
  }
}
