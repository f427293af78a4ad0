package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Peak memory of child processes, sampled while they run. */
final class PeakMemory implements AutoCloseable {
  private final Map<Long, Long> largest = new ConcurrentHashMap<>();
  private final Thread watch;

  PeakMemory() {
    watch = Thread.ofPlatform().daemon().start(this::run);
  }

  private void run() {
    while (!Thread.currentThread().isInterrupted()) {
      ProcessHandle.current().descendants().forEach(this::sample);
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void sample(ProcessHandle child) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + child.pid() + "/status"))) {
        if (line.startsWith("VmHWM")) {
          long kib = Long.parseLong(line.replaceAll("\\D+", ""));
          largest.merge(child.pid(), kib, Math::max);
        }
      }
    } catch (IOException e) {
      // The process has ended meanwhile, or the system has no such files.
    }
  }

  /** Returns the largest memory of a single process in MiB; 0 if there was none. */
  long mebibytes() {
    return largest.values().stream().mapToLong(Long::longValue).max().orElse(0) / 1024;
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
