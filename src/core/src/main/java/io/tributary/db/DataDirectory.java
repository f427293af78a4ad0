package io.tributary.db;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Data directory of the service, locked for this process.
 *
 * <p>It is created with mode 0700 if absent. The lock is the file {@code tributary.lock}; {@link
 * #close()} or the end of the process releases it.
 */
public final class DataDirectory implements AutoCloseable {
  private final Path dir;
  private final LockFile lock;

  private DataDirectory(Path dir, LockFile lock) {
    this.dir = dir;
    this.lock = lock;
  }

  /**
   * Locks the directory for this process.
   *
   * @throws DataDirectoryInUse if another process (or another part of this one) holds the lock
   * @throws DataDirectoryUnusable if it cannot be created or written, or belongs to another user
   */
  public static DataDirectory lock(Path dir) throws DataDirectoryInUse {
    try {
      AtomicFiles.createPrivateDirectory(dir);
      FileErrorMessages.requireOwnDirectory(dir);
      return new DataDirectory(dir.toRealPath(), LockFile.acquire(dir.resolve("tributary.lock")));
    } catch (LockFile.LockHeldException e) {
      throw new DataDirectoryInUse(dir, e.holder());
    } catch (IOException e) {
      throw new DataDirectoryUnusable(dir, e);
    }
  }

  /** Returns the absolute path with symbolic links resolved. */
  public Path path() {
    return dir;
  }

  /** Releases the lock. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new DataDirectoryUnusable(dir, e);
    }
  }
}
