package io.tributary.db;

import java.io.IOException;
import java.nio.file.Path;

/** The data directory cannot be made or written; the message is meant for the operator. */
public final class DataDirectoryUnusable extends RuntimeException {
  DataDirectoryUnusable(Path dir, IOException cause) {
    super(
        cause.getClass() == IOException.class && cause.getMessage().contains("belongs to")
            ? cause.getMessage()
            : FileTrouble.explain(dir, cause),
        cause);
  }
}
