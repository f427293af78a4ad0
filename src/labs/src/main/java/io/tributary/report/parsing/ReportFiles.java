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
 * Temporary folders for files that are being uploaded or read, accessible only to this process's
 * user and removed afterwards. Blocking; not for event loops.
 */
final class ReportFiles {
  private static final System.Logger LOG = System.getLogger(ReportFiles.class.getName());
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path dir;
  private final AtomicBoolean swept = new AtomicBoolean();

  /**
   * @param data data directory, which several nodes on one disk may share
   */
  ReportFiles(Path data, String node) {
    this.dir =
        data.resolve("reports")
            .resolve("node-" + node.replaceAll("[^A-Za-z0-9._-]", "_"))
            .toAbsolutePath();
  }

  /** Folder that {@link #close} removes. */
  static final class TempFolder implements AutoCloseable {
    private final Path path;

    private TempFolder(Path path) {
      this.path = path;
    }

    Path path() {
      return path;
    }

    /** Returns the path of the file with this number. */
    Path file(int number) {
      return path.resolve(Integer.toString(number));
    }

    /**
     * Removes the folder. Never fails, because the work is done; remaining files are removed when
     * the node starts.
     */
    @Override
    public void close() {
      try {
        remove(path);
      } catch (IOException | UncheckedIOException e) {
        LOG.log(Level.WARNING, "reports: files not deleted: " + e.getMessage());
      }
    }
  }

  /** Returns the scratch folder of the readers; see {@link #sweep}. */
  Path scratch() {
    return dir.resolve("readers");
  }

  TempFolder folder() throws IOException {
    Files.createDirectories(dir, OWNER_ONLY);
    return new TempFolder(Files.createDirectory(dir.resolve(Ids.uuid().toString()), OWNER_ONLY));
  }

  /** Returns the usable space of the disk in bytes. */
  long freeBytes() throws IOException {
    Files.createDirectories(dir, OWNER_ONLY);
    return Files.getFileStore(dir).getUsableSpace();
  }

  /**
   * Removes the files of an earlier process of this node. Runs only once, because afterwards there
   * are files of this process.
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
