package io.tributary.report.parsing;

import io.tributary.core.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Folders for files that are being taken in or read, readable by nobody else, gone when that is
 * over. Blocking calls, not for event loops.
 */
final class ReportFiles {
  private static final System.Logger LOG = System.getLogger(ReportFiles.class.getName());
  private static final FileAttribute<Set<PosixFilePermission>> OURS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path dir;
  private final AtomicBoolean swept = new AtomicBoolean();

  /**
   * @param data the data directory, which nodes of one disk may share
   */
  ReportFiles(Path data, String node) {
    this.dir =
        data.resolve("reports")
            .resolve("node-" + node.replaceAll("[^A-Za-z0-9._-]", "_"))
            .toAbsolutePath();
  }

  /** A folder that {@link #close} removes. */
  static final class Folder implements AutoCloseable {
    private final Path path;

    private Folder(Path path) {
      this.path = path;
    }

    Path path() {
      return path;
    }

    /** Where its file of this number goes. */
    Path file(int number) {
      return path.resolve(Integer.toString(number));
    }

    /** Never fails: what it was for has been done. What is left goes when the node starts. */
    @Override
    public void close() {
      try {
        remove(path);
      } catch (IOException | UncheckedIOException e) {
        LOG.log(Level.WARNING, "files of reports are left: " + e.getMessage());
      }
    }
  }

  /** Of readers; see {@link #sweep}. */
  Path scratch() {
    return dir.resolve("readers");
  }

  Folder folder() throws IOException {
    Files.createDirectories(dir, OURS);
    return new Folder(Files.createDirectory(dir.resolve(Ids.uuid().toString()), OURS));
  }

  /** Bytes that the disk has left. */
  long free() throws IOException {
    Files.createDirectories(dir, OURS);
    return Files.getFileStore(dir).getUsableSpace();
  }

  /**
   * Removes what an earlier process of this node has left; once, as there are files of this one
   * from then on.
   */
  int sweep() {
    if (!swept.compareAndSet(false, true) || !Files.isDirectory(dir)) {
      return 0;
    }
    try (Stream<Path> left = Files.list(dir)) {
      List<Path> folders = left.toList();
      for (Path folder : folders) {
        remove(folder);
      }
      return folders.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path path) throws IOException {
    try (Stream<Path> inside = Files.walk(path)) {
      for (Path p : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    }
  }
}
