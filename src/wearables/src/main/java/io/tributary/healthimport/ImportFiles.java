package io.tributary.healthimport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Uploaded files of this node.
 *
 * <p>Each file is named by its import, readable only by the service's user, and deleted as soon as
 * it is no longer needed. Calls block and are not safe on event loops unless stated otherwise.
 */
final class ImportFiles {
  private final Path dir;

  /** Files whose row does not exist yet. */
  private final Set<UUID> uploads = ConcurrentHashMap.newKeySet();

  /**
   * @param data the data directory, which nodes on one disk may share
   */
  ImportFiles(Path data, String node) {
    this.dir =
        data.resolve("imports")
            .resolve("node-" + node.replaceAll("[^A-Za-z0-9._-]", "_"))
            .toAbsolutePath();
  }

  Path path(UUID id) {
    return dir.resolve(id.toString());
  }

  /** Creates the folder and returns the free disk space in bytes. */
  long prepare() {
    try {
      if (!Files.isDirectory(dir)) {
        Files.createDirectories(dir);
        Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx------"));
      }
      return Files.getFileStore(dir).getUsableSpace();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Protects an incoming file from {@link #sweep}. Safe on event loops.
   *
   * @return false if too many uploads are in progress
   */
  boolean beginUpload(UUID id, int most) {
    if (uploads.size() >= most) {
      return false;
    }
    return uploads.add(id);
  }

  /** Ends the protection: the row exists or the file is deleted. Safe on event loops. */
  void endUpload(UUID id) {
    uploads.remove(id);
  }

  /** Flushes a file to disk, so that it survives a power failure. */
  void sync(UUID id) throws IOException {
    try (FileChannel file = FileChannel.open(path(id), StandardOpenOption.WRITE)) {
      file.force(true);
    }
  }

  void delete(UUID id) {
    try {
      Files.deleteIfExists(path(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Deletes files that belong to no open import, left by a crash or cancellation.
   *
   * @param open reads the open imports; called after the files are listed, so that a new import is
   *     not missed
   */
  int sweep(Supplier<Set<UUID>> open) {
    if (!Files.isDirectory(dir)) {
      return 0;
    }
    List<Path> files;
    try (Stream<Path> listed = Files.list(dir)) {
      files = listed.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // The order matters: a listed file that has left this set by now already has its row.
    Set<UUID> now = Set.copyOf(uploads);
    if (files.isEmpty()) {
      return 0;
    }
    Set<UUID> needed = open.get();
    int removed = 0;
    for (Path file : files) {
      Optional<UUID> id = id(file);
      if (id.isEmpty() || !needed.contains(id.get()) && !now.contains(id.get())) {
        try {
          removed += Files.deleteIfExists(file) ? 1 : 0;
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return removed;
  }

  private static Optional<UUID> id(Path file) {
    try {
      return Optional.of(UUID.fromString(file.getFileName().toString()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
