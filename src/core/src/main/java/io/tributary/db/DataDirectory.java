package io.tributary.db;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The service's data directory, locked for this process. It is made with mode 0700 when absent; the
 * lock is {@code tributary.lock} inside and ends with {@link #close()} or with the process.
 */
public final class DataDirectory implements AutoCloseable {
  private final Path dir;
  private final LockFile lock;

  private DataDirectory(Path dir, LockFile lock) {
    this.dir = dir;
    this.lock = lock;
  }

  /**
   * Takes the directory for this process alone.
   *
   * @throws DataDirectoryInUse another process (or another part of this one) holds it
   * @throws DataDirectoryUnusable it cannot be made or written, or belongs to another user
   */
  public static DataDirectory lock(Path dir) throws DataDirectoryInUse {
    try {
      AtomicFiles.createPrivateDirectory(dir);
      FileErrorMessages.requireOwnDirectory(dir);
      return new DataDirectory(dir.toRealPath(), LockFile.take(dir.resolve("tributary.lock")));
    } catch (LockFile.Taken e) {
      throw new DataDirectoryInUse(dir, e.holder());
    } catch (IOException e) {
      throw new DataDirectoryUnusable(dir, e);
    }
  }

  /** The directory, absolute and without links. */
  public Path path() {
    return dir;
  }

  /** Lets others use the directory. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new DataDirectoryUnusable(dir, e);
    }
  }
}
