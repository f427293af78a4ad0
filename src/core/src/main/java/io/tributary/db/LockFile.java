package io.tributary.db;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Exclusive lock on a file that holds the process ID of its owner. The operating system releases it
 * when the process ends.
 */
final class LockFile implements AutoCloseable {
  // POSIX record locks belong to the process: closing a second channel on the same file would
  // silently release the lock of the first. Therefore locks of this process are tracked here before
  // the file is opened.
  private static final Set<Path> HELD = new HashSet<>();

  private final Path file;
  private final FileChannel channel;
  private final FileLock lock;

  private LockFile(Path file, FileChannel channel, FileLock lock) {
    this.file = file;
    this.channel = channel;
    this.lock = lock;
  }

  /** Another holder has the lock. The process ID is empty if the holder has not written it. */
  static final class LockHeldException extends Exception {
    private final transient OptionalLong holder;

    LockHeldException(OptionalLong holder) {
      super("held by " + holder);
      this.holder = holder;
    }

    OptionalLong holder() {
      return holder;
    }
  }

  /** Takes the lock, or fails at once. The directory must exist. */
  static LockFile acquire(Path file) throws IOException, LockHeldException {
    var real = file.toAbsolutePath().getParent().toRealPath().resolve(file.getFileName());
    synchronized (HELD) {
      if (HELD.contains(real))
        throw new LockHeldException(OptionalLong.of(ProcessHandle.current().pid()));
      var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      var channel =
          FileChannel.open(
              real,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
              mode);
      try {
        var lock = channel.tryLock();
        if (lock == null) throw new LockHeldException(holder(channel));
        channel.truncate(0);
        var pid = ProcessHandle.current().pid() + "\n";
        channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
        HELD.add(real);
        return new LockFile(real, channel, lock);
      } catch (IOException | LockHeldException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }
  }

  private static OptionalLong holder(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(32);
    channel.read(bytes, 0);
    var text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).strip();
    return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
  }

  /**
   * Releases the lock. The file stays, because deleting it would let two processes lock two
   * different files.
   */
  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (!channel.isOpen()) return;
      try {
        lock.release();
        channel.close();
      } finally {
        HELD.remove(file);
      }
    }
  }
}
