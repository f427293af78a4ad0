package io.tributary.db;

import java.io.IOException;
import java.nio.file.Path;

/** The data directory cannot be created or written. The message is meant for the operator. */
public final class DataDirectoryUnusable extends RuntimeException {
  DataDirectoryUnusable(Path dir, IOException cause) {
    super(FileErrorMessages.explain(dir, cause), cause);
  }
}
