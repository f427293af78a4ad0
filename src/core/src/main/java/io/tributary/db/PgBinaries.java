package io.tributary.db;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL programs, unpacked from the class path into {@code bin-<checksum>}, so that an upgrade
 * never mixes two releases.
 */
final class PgBinaries {
  private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
  private static final String PREFIX = "bin-";
  private static final String MANIFEST = "manifest";

  private PgBinaries() {}

  /**
   * Returns the directory with {@code bin}, {@code lib} and {@code share}, and unpacks it if
   * needed.
   */
  static Path ensureUnpacked(Path parent, Consumer<String> progress)
      throws IOException, EmbeddedPostgresException {
    requirePlatform();
    var archive = PgBinaries.class.getResource(ARCHIVE);
    if (archive == null) {
      throw new EmbeddedPostgresException(
          "The embedded database is not part of this installation (no "
              + ARCHIVE
              + " on the class path). Set TRIBUTARY_DB_URL to use a PostgreSQL of your own.");
    }
    var home = parent.resolve(PREFIX + checksum(archive));
    if (isComplete(home)) return home;
    progress.accept("unpacking PostgreSQL into " + home);
    var fresh = parent.resolve("unpack.new");
    AtomicFiles.deleteTree(fresh);
    AtomicFiles.deleteTree(home);
    unpack(archive, fresh);
    AtomicFiles.rename(fresh, home);
    return home;
  }

  /** Deletes the programs of earlier releases. Call it only while no server runs from there. */
  static void deleteOthers(Path home) throws IOException {
    List<Path> others;
    try (var entries = Files.list(home.getParent())) {
      others =
          entries
              .filter(p -> p.getFileName().toString().startsWith(PREFIX) && !p.equals(home))
              .toList();
    }
    for (var other : others) AtomicFiles.deleteTree(other);
  }

  private static void requirePlatform() throws EmbeddedPostgresException {
    var system = System.getProperty("os.name");
    var machine = System.getProperty("os.arch");
    if (system.equals("Linux") && (machine.equals("amd64") || machine.equals("x86_64"))) return;
    throw new EmbeddedPostgresException(
        "The embedded database exists for Linux on x86-64 only; this is %s on %s. Set TRIBUTARY_DB_URL to use a PostgreSQL of your own."
            .formatted(system, machine));
  }

  private static String checksum(URL archive) throws IOException {
    var connection = archive.openConnection();
    // The directory of the jar already contains the CRC, so 15 MB need not be read at each start.
    long crc = connection instanceof JarURLConnection jar ? jar.getJarEntry().getCrc() : -1;
    if (crc < 0) {
      var sum = new CRC32();
      try (var in = archive.openStream()) {
        var buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) sum.update(buffer, 0, n);
      }
      crc = sum.getValue();
    }
    return HexFormat.of().toHexDigits(crc, 8);
  }

  /**
   * Returns whether all files of the manifest have their full size.
   *
   * <p>The directory gets its name only after all files are written. However, a power failure may
   * still have lost their content, and a cleanup job may have deleted some.
   */
  private static boolean isComplete(Path home) throws IOException {
    try {
      for (var line : Files.readAllLines(home.resolve(MANIFEST))) {
        int gap = line.indexOf(' ');
        var file = home.resolve(line.substring(gap + 1));
        if (Files.size(file) != Long.parseLong(line.substring(0, gap))) return false;
      }
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static void unpack(URL archive, Path target) throws IOException {
    Files.createDirectory(target);
    var manifest = new StringBuilder();
    try (var tar =
        new TarArchiveInputStream(
            new BufferedInputStream(new XZInputStream(open(archive)), 1 << 16))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (entry.getName().endsWith(".a"))
          continue; // static libraries, needed only to build programs
        var file = target.resolve(entry.getName()).normalize();
        if (!file.startsWith(target)) throw new IOException("outside: " + entry.getName());
        writeEntry(tar, entry, file);
        if (entry.isFile() && !entry.isSymbolicLink()) {
          manifest.append(entry.getSize()).append(' ').append(target.relativize(file)).append('\n');
        }
      }
    }
    AtomicFiles.write(target.resolve(MANIFEST), manifest.toString());
  }

  private static InputStream open(URL archive) throws IOException {
    return new BufferedInputStream(archive.openStream(), 1 << 16);
  }

  private static void writeEntry(TarArchiveInputStream tar, TarArchiveEntry entry, Path file)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
    } else if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.copy(tar, file);
      var mode = (entry.getMode() & 0100) != 0 ? "rwx------" : "rw-------";
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
  }
}
