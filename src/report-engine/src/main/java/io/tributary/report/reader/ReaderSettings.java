package io.tributary.report.reader;

import io.tributary.report.extract.ReaderLimits;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Settings of the reader processes.
 *
 * @param scratch folder for the readers' temporary files; contains nothing else
 * @param processes number of processes
 * @param maxQueued maximum number of queued requests; further ones fail at once
 * @param heap heap size of a process in JVM notation
 * @param memoryBytes resident memory above which a process is killed
 * @param startTimeout maximum time until a reader starts a request that a user waits for
 * @param inspectTimeout processing time limit of {@link ReaderService#inspect} and {@link
 *     ReaderService#image}
 * @param readTimeout processing time limit of {@link ReaderService#read}
 */
public record ReaderSettings(
    Path scratch,
    int processes,
    int maxQueued,
    String heap,
    long memoryBytes,
    Duration startTimeout,
    Duration inspectTimeout,
    Duration readTimeout,
    ReaderLimits limits) {
  public ReaderSettings {
    if (processes < 1 || maxQueued < 0 || memoryBytes < 1) {
      throw new IllegalArgumentException(
          "the number of processes, the queue length or the memory is out of range");
    }
  }

  public static ReaderSettings defaults() {
    return new ReaderSettings(
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "tributary-readers-" + ProcessHandle.current().pid()),
        Math.min(2, Runtime.getRuntime().availableProcessors()),
        256,
        "192m",
        480L << 20,
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofMinutes(14),
        ReaderLimits.defaults());
  }
}
