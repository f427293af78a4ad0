package io.tributary.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

/** Directories for servers under test; the unpacked programs are shared by a link. */
final class ServerDir {
  private static final Path PROGRAMS = Path.of("target", "test-postgres-programs");

  private ServerDir() {}

  static Path in(Path parent) throws IOException {
    var dir = Files.createDirectories(parent.toRealPath().resolve("postgres"));
    var home = programs();
    Files.createSymbolicLink(dir.resolve(home.getFileName()), home);
    return dir;
  }

  private static synchronized Path programs() throws IOException {
    Files.createDirectories(PROGRAMS);
    try {
      return PgBinaries.unpacked(PROGRAMS.toRealPath(), line -> {});
    } catch (EmbeddedPostgresException e) {
      throw new IllegalStateException(e);
    }
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
    var deadline = Deadline.in(Duration.ofSeconds(20));
    while (all.stream().anyMatch(p -> worksIn(PgCluster.directory(dir), p.pid()))) {
      if (deadline.isOver()) throw new IllegalStateException("still there: " + all);
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
