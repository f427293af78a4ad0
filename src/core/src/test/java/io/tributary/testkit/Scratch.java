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

/** What tests need that start servers of their own: a directory, ports, processes. */
public final class Scratch {
  /** Until the tests of this process are over. */
  private static final Queue<PortReservation> PORTS = new ConcurrentLinkedQueue<>();

  private Scratch() {}

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
      // a server may still be writing; the directory is a temporary one
      directory.toFile().deleteOnExit();
    }
  }

  /** A port that nobody gets but who listens on just this one, again and again if need be. */
  public static int port() {
    PortReservation port = PortReservation.reserve();
    PORTS.add(port);
    return port.port();
  }

  /** The first of these programs that there is; fails with what to install. */
  static Path program(String debianPackage, String... places) {
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

  /** Connections that a server on this loopback port has now. */
  public static long connections(int port) {
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

  /** SIGSTOP or SIGCONT to a process and what it started. */
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

  /** Ends a process and what it started, as a crash would. */
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
