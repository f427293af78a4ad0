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
 * Private folder for one reader's temporary files, which include report pages; empty whenever a
 * process starts. Blocking.
 */
final class ScratchDirectory {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path folder;

  ScratchDirectory(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /** Creates the folder without the files of earlier processes. */
  Path recreate() throws IOException {
    clear();
    // The parent folder may not exist yet.
    Files.createDirectories(folder.getParent(), OWNER_ONLY);
    return Files.createDirectory(folder, OWNER_ONLY);
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
