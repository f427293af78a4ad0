package io.tributary.report.parsing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Measures the memory of the reader child processes. */
final class ReaderMemoryMonitor implements AutoCloseable {
  private static final long EVERY_NANOS = 50_000_000;
  private static final long KIB = 1024;

  private final AtomicLong maxBytes = new AtomicLong();
  private final Thread thread = Thread.ofVirtual().start(this::watch);
  private volatile boolean over;

  /** Returns the highest resident memory of a reader, in bytes. */
  long most() {
    return maxBytes.get();
  }

  private void watch() {
    while (!over) {
      ProcessHandle.current()
          .children()
          .filter(ReaderMemoryMonitor::reads)
          .forEach(p -> maxBytes.accumulateAndGet(resident(p.pid()), Math::max));
      LockSupport.parkNanos(EVERY_NANOS);
    }
  }

  private static boolean reads(ProcessHandle process) {
    return process.info().commandLine().filter(c -> c.contains("ReaderMain")).isPresent()
        || line(process.pid(), "cmdline").contains("ReaderMain");
  }

  private static long resident(long pid) {
    return line(pid, "status")
        .lines()
        .filter(l -> l.startsWith("VmHWM:"))
        .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) * KIB)
        .findFirst()
        .orElse(0);
  }

  private static String line(long pid, String file) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    over = true;
    thread.interrupt();
  }
}
