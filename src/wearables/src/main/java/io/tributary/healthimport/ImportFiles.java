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
 * The uploaded files of this node: named by their import, readable by nobody else, gone as soon as
 * nobody needs them. Blocking calls, not for event loops unless it says so.
 */
final class ImportFiles {
  private final Path dir;

  /** Files that have no row yet. */
  private final Set<UUID> arriving = ConcurrentHashMap.newKeySet();

  /**
   * @param data the data directory, which nodes of one disk may share
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

  /** Makes the folder, and says how many bytes its disk has left. */
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
   * Keeps a file that is being taken in from {@link #sweep}. Safe on event loops.
   *
   * @return false when so many are under way already
   */
  boolean arriving(UUID id, int most) {
    if (arriving.size() >= most) {
      return false;
    }
    return arriving.add(id);
  }

  /** Its row is there, or the file is gone. Safe on event loops. */
  void arrived(UUID id) {
    arriving.remove(id);
  }

  /** Once this returns the bytes survive a loss of power. */
  void settle(UUID id) throws IOException {
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
   * Removes files that belong to no open import: what a crash or a cancellation has left.
   *
   * @param open reads the imports that need theirs; asked after the files are listed, so that one
   *     that has just arrived is not missed
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
    // In this order: a listed file that has left this set by now has its row by now.
    Set<UUID> now = Set.copyOf(arriving);
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
