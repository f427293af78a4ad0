package io.tributary.report.reader;

import io.tributary.report.extract.ReaderLimits;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How readers are run.
 *
 * @param scratch folder for what readers put aside; nothing else lies in it
 * @param children processes at once
 * @param waiting requests that may wait for one; more fail at once
 * @param heap of a child, as the JVM takes it
 * @param memoryBytes resident memory of a child, above which it is ended
 * @param turn how long somebody who waits for the answer waits for a reader to begin
 * @param inspect time for {@link ReaderService#inspect} and {@link ReaderService#image}, of which
 *     is counted what a child works on it
 * @param read the same for {@link ReaderService#read}
 */
public record ReaderSettings(
    Path scratch,
    int children,
    int waiting,
    String heap,
    long memoryBytes,
    Duration turn,
    Duration inspect,
    Duration read,
    ReaderLimits limits) {
  public ReaderSettings {
    if (children < 1 || waiting < 0 || memoryBytes < 1) {
      throw new IllegalArgumentException("children, waiting, memory");
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
