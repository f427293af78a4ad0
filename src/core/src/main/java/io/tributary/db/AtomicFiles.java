package io.tributary.db;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * File operations that are atomic across crashes and create files that only their owner can read.
 */
final class AtomicFiles {
  private AtomicFiles() {}

  /** Creates the directory with mode 0700, and its parents with default permissions. */
  static void createPrivateDirectory(Path dir) throws IOException {
    if (Files.isDirectory(dir)) return;
    if (dir.getParent() != null) Files.createDirectories(dir.getParent());
    try {
      Files.createDirectory(
          dir, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      // A process that starts at the same time was faster; the lock decides between the two.
      if (!Files.isDirectory(dir)) throw e;
    }
  }

  /**
   * Replaces the file with mode 0600. After a crash it holds either the complete old text or the
   * complete new one.
   */
  static void write(Path file, String text) throws IOException {
    var fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (var channel = FileChannel.open(fresh, options, mode)) {
      var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) channel.write(bytes);
      channel.force(true);
    }
    rename(fresh, file);
  }

  /** Renames atomically and syncs the directory, so that the new name survives a power failure. */
  static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    try (var dir = FileChannel.open(to.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      dir.force(true);
    }
  }

  /**
   * Deletes a file or directory tree, without following symbolic links. A missing path is not an
   * error.
   */
  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) return;
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes a) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
            if (e != null) throw e;
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Returns the effective user ID of this process. */
  static int effectiveUserId() throws IOException {
    return ownerId(Path.of("/proc/self"));
  }

  static int ownerId(Path file) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:uid");
  }
}
