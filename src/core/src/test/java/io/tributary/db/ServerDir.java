package io.tributary.db;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** Directories for servers under test; the unpacked programs are shared by a link. */
final class ServerDir {
  private static final Path PROGRAMS = Path.of("target", "test-postgres-programs");

  private static Path made;

  private ServerDir() {}

  static Path in(Path parent) throws IOException {
    var dir = Files.createDirectories(parent.toRealPath().resolve("postgres"));
    var home = programs();
    Files.createSymbolicLink(dir.resolve(home.getFileName()), home);
    return dir;
  }

  private static synchronized Path programs() throws IOException {
    Files.createDirectories(PROGRAMS);
    // Test processes share the directory; a second one waits while the first unpacks.
    try (var file = FileChannel.open(PROGRAMS.resolve("lock"), CREATE, WRITE);
        var lock = file.lock()) {
      return PgBinaries.ensureUnpacked(PROGRAMS.toRealPath(), line -> {});
    } catch (EmbeddedPostgresException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Puts a cluster that was started once and stopped into an empty directory: to make one takes
   * longer.
   */
  static void fill(Path dir) throws IOException {
    if (Files.exists(PgCluster.directory(dir))) return;
    var from = made();
    try (var all = Files.walk(from)) {
      for (var file : all.filter(f -> !Files.isSymbolicLink(f)).toList()) {
        var to = dir.resolve(from.relativize(file).toString());
        if (!Files.exists(to)) Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static synchronized Path made() throws IOException {
    if (made == null) {
      var dir = in(Files.createTempDirectory(PROGRAMS.toRealPath(), "made"));
      try {
        EmbeddedPostgres.start(
                new EmbeddedPostgres.Settings(
                    dir, EmbeddedPostgres.DEFAULT_START_LIMIT, Map.of("fsync", "off")),
                line -> {})
            .stop();
      } catch (EmbeddedPostgresException e) {
        throw new IllegalStateException(e);
      }
      made = dir;
    }
    return made;
  }

  /** The running server of the directory, found from its files. */
  static Optional<ProcessHandle> server(Path dir) throws IOException {
    var file = PostmasterFile.read(PgCluster.directory(dir));
    return file.isPresent() && file.get().isAlive()
        ? ProcessHandle.of(file.get().pid())
        : Optional.empty();
  }

  /** Ends what a test left running, so that its directory can be removed. */
  static void stop(Path dir) throws Exception {
    var server = server(dir);
    if (server.isEmpty()) return;
    var children = server.get().descendants().toList();
    server.get().destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    var all = new ArrayList<>(children);
    all.add(server.get());
    var deadline = StartupDeadline.in(Duration.ofSeconds(20));
    while (all.stream().anyMatch(p -> worksIn(PgCluster.directory(dir), p.pid()))) {
      if (deadline.isExpired()) throw new IllegalStateException("still there: " + all);
      deadline.pause(Duration.ofMillis(20));
    }
  }

  /** Not whether the process exists: where nobody reaps orphans, a dead one does for ever. */
  private static boolean worksIn(Path cluster, long pid) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd")).equals(cluster);
    } catch (IOException e) {
      return false;
    }
  }
}
