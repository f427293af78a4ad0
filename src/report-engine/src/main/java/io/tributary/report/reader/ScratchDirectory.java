package io.tributary.report.reader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where one reader puts what does not fit its memory, which is pages too: a folder that nobody else
 * may look into, empty whenever a child begins. Blocking.
 */
final class ScratchDirectory {
  private static final FileAttribute<Set<PosixFilePermission>> OURS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path folder;

  ScratchDirectory(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /** The folder, without what an earlier child, or an earlier process, has left in it. */
  Path fresh() throws IOException {
    clear();
    // It may be the first of all folders of reports.
    Files.createDirectories(folder.getParent(), OURS);
    return Files.createDirectory(folder, OURS);
  }

  void clear() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> inside = Files.walk(folder)) {
      List<Path> deepestFirst = inside.sorted(Comparator.reverseOrder()).toList();
      for (Path p : deepestFirst) {
        Files.deleteIfExists(p);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
