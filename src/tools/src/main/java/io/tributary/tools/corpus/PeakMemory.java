package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The largest memory of child processes, looked at time and again while they run. */
final class PeakMemory implements AutoCloseable {
  private final Map<Long, Long> largest = new ConcurrentHashMap<>();
  private final Thread watch;

  PeakMemory() {
    watch = Thread.ofPlatform().daemon().start(this::run);
  }

  private void run() {
    while (!Thread.currentThread().isInterrupted()) {
      ProcessHandle.current().descendants().forEach(this::look);
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void look(ProcessHandle child) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + child.pid() + "/status"))) {
        if (line.startsWith("VmHWM")) {
          long kib = Long.parseLong(line.replaceAll("\\D+", ""));
          largest.merge(child.pid(), kib, Math::max);
        }
      }
    } catch (IOException e) {
      // It has ended meanwhile, or this system has no such files.
    }
  }

  /** Of the one that took most, in MiB; 0 if there was none. */
  long mebibytes() {
    return largest.values().stream().mapToLong(Long::longValue).max().orElse(0) / 1024;
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
