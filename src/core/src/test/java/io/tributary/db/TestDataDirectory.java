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

/** Data directories of servers under test. The unpacked programs are shared by a symbolic link. */
final class TestDataDirectory {
  private static final Path PROGRAMS = Path.of("target", "test-postgres-programs");

  private static Path made;

  private TestDataDirectory() {}

  static Path in(Path parent) throws IOException {
    var dir = Files.createDirectories(parent.toRealPath().resolve("postgres"));
    var home = programs();
    Files.createSymbolicLink(dir.resolve(home.getFileName()), home);
    return dir;
  }

  private static synchronized Path programs() throws IOException {
    Files.createDirectories(PROGRAMS);
    // Test processes share the directory. A second process waits while the first unpacks.
    try (var file = FileChannel.open(PROGRAMS.resolve("lock"), CREATE, WRITE);
        var lock = file.lock()) {
      return PgBinaries.ensureUnpacked(PROGRAMS.toRealPath(), line -> {});
    } catch (EmbeddedPostgresException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Copies a cluster that was started once and stopped into an empty directory, which is faster
   * than {@code initdb}.
   */
  static void copyStoppedCluster(Path dir) throws IOException {
    if (Files.exists(PgCluster.directory(dir))) return;
    var from = templateCluster();
    try (var all = Files.walk(from)) {
      for (var file : all.filter(f -> !Files.isSymbolicLink(f)).toList()) {
        var to = dir.resolve(from.relativize(file).toString());
        if (!Files.exists(to)) Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static synchronized Path templateCluster() throws IOException {
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

  /** Finds the running server of the directory from its files. */
  static Optional<ProcessHandle> server(Path dir) throws IOException {
    var file = PostmasterFile.read(PgCluster.directory(dir));
    return file.isPresent() && file.get().isAlive()
        ? ProcessHandle.of(file.get().pid())
        : Optional.empty();
  }

  /** Stops processes that a test left running, so that its directory can be removed. */
  static void stop(Path dir) throws Exception {
    var server = server(dir);
    if (server.isEmpty()) return;
    var children = server.get().descendants().toList();
    server.get().destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    var all = new ArrayList<>(children);
    all.add(server.get());
    var deadline = StartupDeadline.in(Duration.ofSeconds(20));
    while (all.stream().anyMatch(p -> isRunningIn(PgCluster.directory(dir), p.pid()))) {
      if (deadline.isExpired()) throw new IllegalStateException("still there: " + all);
      deadline.pause(Duration.ofMillis(20));
    }
  }

  /**
   * Checks the working directory rather than the process ID: where no process reaps orphans, a dead
   * one stays visible.
   */
  private static boolean isRunningIn(Path cluster, long pid) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd")).equals(cluster);
    } catch (IOException e) {
      return false;
    }
  }
}
