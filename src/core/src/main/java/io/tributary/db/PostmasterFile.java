package io.tributary.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Content of {@code postmaster.pid}, which a running or crashed server has written. */
record PostmasterFile(Path file, long pid, int port, String status) {
  private static final int PORT_LINE = 3;
  private static final int STATUS_LINE = 7;

  static Optional<PostmasterFile> read(Path cluster) throws IOException {
    var file = cluster.resolve("postmaster.pid");
    try {
      var lines = Files.readAllLines(file);
      var pid = parseNumber(lines.isEmpty() ? "" : lines.get(0));
      var port = lines.size() > PORT_LINE ? parseNumber(lines.get(PORT_LINE)) : 0;
      var status = lines.size() > STATUS_LINE ? lines.get(STATUS_LINE).strip() : "starting";
      return Optional.of(new PostmasterFile(file, pid, (int) port, status));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  boolean isReady() {
    return status.equals("ready");
  }

  /**
   * Returns whether the process is a server of this directory.
   *
   * <p>After a reboot another program may have the same process ID, so the working directory of the
   * process is compared: a server works in its data directory.
   */
  boolean isAlive() throws IOException {
    if (pid <= 0) return false;
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"))
          .equals(file.getParent().toRealPath());
    } catch (IOException e) {
      return false; // gone, a zombie, or of another user
    }
  }

  /**
   * Returns whether another process now has the ID, which PostgreSQL would mistake for a running
   * server.
   */
  boolean isPidReused() throws IOException {
    return !isAlive() && (pid <= 0 || Files.exists(Path.of("/proc", Long.toString(pid))));
  }

  private static long parseNumber(String line) {
    var text = line.strip();
    return text.matches("\\d{1,10}") ? Long.parseLong(text) : 0;
  }
}
