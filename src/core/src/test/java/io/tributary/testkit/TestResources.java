package io.tributary.testkit;

import io.tributary.core.PortReservation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Temporary directories, ports and processes for tests that start servers. */
public final class TestResources {
  /** Reserved until the tests of this process are over. */
  private static final Queue<PortReservation> PORTS = new ConcurrentLinkedQueue<>();

  private TestResources() {}

  static Path directory(String prefix) {
    try {
      return Files.createTempDirectory(prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    } catch (IOException | UncheckedIOException e) {
      // a server may still be writing; the directory is temporary
      directory.toFile().deleteOnExit();
    }
  }

  /**
   * Reserves a port that other programs do not get unless they bind to exactly this port, any
   * number of times.
   */
  public static int port() {
    PortReservation port = PortReservation.reserve();
    PORTS.add(port);
    return port.port();
  }

  /** Returns the first of these programs that exists, or fails with the package to install. */
  static Path findProgram(String debianPackage, String... places) {
    return Stream.of(places)
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    "this test needs the package "
                        + debianPackage
                        + "; scripts/lib/test-needs installs it"));
  }

  /** Returns the number of open connections of a server on this loopback port. */
  public static long openConnections(int port) {
    String local = ": 0100007F:%04X ".formatted(port);
    try (Stream<String> lines = Files.lines(Path.of("/proc/net/tcp"))) {
      return lines.filter(l -> l.contains(local) && l.split(" +")[4].equals("01")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Process start(ProcessBuilder builder, Path log) {
    try {
      return builder
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends SIGSTOP or SIGCONT to a process and its children. */
  static void signal(Process process, String name) {
    List<Long> all =
        Stream.concat(Stream.of(process.pid()), process.descendants().map(ProcessHandle::pid))
            .toList();
    for (long pid : all) {
      try {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Kills a process and its children, as a crash would. */
  static void kill(Process process) {
    if (process == null) {
      return;
    }
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("process " + process.pid() + " does not end");
      }
      for (ProcessHandle child : children) {
        child.onExit().get(30, TimeUnit.SECONDS);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
