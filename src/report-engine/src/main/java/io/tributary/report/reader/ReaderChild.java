package io.tributary.report.reader;

import io.tributary.core.Json;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Running reader process. Requests come from one thread; any thread may end it. */
final class ReaderChild {
  private static final long POLL_MILLIS = 100;
  private static final byte[] END_OF_STREAM = new byte[0];
  private static final int KIB = 1024;

  private static final Set<String> INHERITED =
      Set.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH");

  private final Process process;
  private final long memoryBytes;
  private final DataOutputStream requests;
  private final BlockingQueue<byte[]> replies = new LinkedBlockingQueue<>();
  private int requestCount;

  private ReaderChild(Process process, long memoryBytes) {
    this.process = process;
    this.memoryBytes = memoryBytes;
    this.requests = new DataOutputStream(process.getOutputStream());
    Thread.ofVirtual().name("report-reader-output").start(this::readReplies);
  }

  /**
   * @param scratch folder for temporary files
   */
  static ReaderChild start(ReaderSettings settings, Path scratch) throws ReaderCrashed {
    ProcessBuilder builder =
        new ProcessBuilder(command(settings, scratch))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    // The process must not inherit the service's settings, which include keys.
    builder.environment().keySet().retainAll(INHERITED);
    // One core per process, and no memory reserved for additional threads.
    builder
        .environment()
        .putAll(
            Map.of("OMP_THREAD_LIMIT", "1", "MALLOC_ARENA_MAX", "2", "TMPDIR", scratch.toString()));
    try {
      return new ReaderChild(builder.start(), settings.memoryBytes());
    } catch (IOException e) {
      throw new ReaderCrashed(ReaderCrashed.CrashReason.NOT_STARTED);
    }
  }

  private static List<String> command(ReaderSettings settings, Path scratch) {
    List<String> out = new ArrayList<>();
    out.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    out.add("-Xmx" + settings.heap());
    out.add("-Djava.io.tmpdir=" + scratch);
    out.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:ReservedCodeCacheSize=64m",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:-UsePerfData",
            // Crash dumps would contain report pages.
            "-XX:ErrorFile=/dev/null",
            "-XX:-CreateCoredumpOnCrash",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.awt.headless=true",
            "-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog",
            "-Dorg.bytedeco.javacpp.maxphysicalbytes=0",
            "-Dorg.bytedeco.javacpp.maxbytes=0"));
    if (Runtime.version().feature() >= 24) {
      out.add("--sun-misc-unsafe-memory-access=allow");
    }
    out.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            ReaderMain.class.getName(),
            String.valueOf(settings.limits().pages()),
            String.valueOf(settings.limits().pixels()),
            String.valueOf(settings.limits().page().toMillis())));
    return out;
  }

  private void readReplies() {
    try (DataInputStream in = new DataInputStream(process.getInputStream())) {
      while (true) {
        replies.add(ProcessFraming.read(in));
      }
    } catch (IOException e) {
      replies.add(END_OF_STREAM);
    }
  }

  /**
   * Returns whether it has answered before, so that a crash may be caused by an earlier request.
   */
  boolean hasServed() {
    return requestCount > 1;
  }

  /** Waits for the reply; kills the process if it times out or exceeds its memory limit. */
  ReaderReply request(ReaderRequest request, Duration limit)
      throws ReaderCrashed, InterruptedException {
    requestCount++;
    long begin = System.nanoTime();
    try {
      ProcessFraming.write(requests, Json.bytes(request));
    } catch (IOException e) {
      throw killed(ReaderCrashed.CrashReason.DIED);
    }
    while (true) {
      byte[] reply = replies.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (reply == END_OF_STREAM) {
        throw killed(exitReason());
      }
      if (reply != null) {
        return Json.read(reply, ReaderReply.class);
      }
      if (System.nanoTime() - begin > limit.toNanos()) {
        throw killed(ReaderCrashed.CrashReason.TOO_LONG);
      }
      if (residentBytes() > memoryBytes) {
        throw killed(ReaderCrashed.CrashReason.TOO_LARGE);
      }
    }
  }

  /**
   * Returns the reason of the exit. The process exits by itself if a file takes too long or exceeds
   * the heap.
   */
  private ReaderCrashed.CrashReason exitReason() throws InterruptedException {
    boolean itself =
        process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)
            && process.exitValue() == ReaderMain.EXIT_LIMIT_EXCEEDED;
    return itself ? ReaderCrashed.CrashReason.TOO_LARGE : ReaderCrashed.CrashReason.DIED;
  }

  private ReaderCrashed killed(ReaderCrashed.CrashReason why) {
    kill();
    return new ReaderCrashed(why);
  }

  /** Returns the resident memory in bytes, or 0 if the system does not expose it. */
  long residentBytes() {
    try {
      Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
      for (String line : Files.readAllLines(status, StandardCharsets.ISO_8859_1)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) * KIB;
        }
      }
    } catch (IOException | NumberFormatException e) {
      // The operating system has no /proc, or the process has just exited.
    }
    return 0;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  void kill() {
    process.destroyForcibly();
  }

  /** Waits briefly for the exit, after which the process writes no more files. */
  void awaitEnd() {
    try {
      process.waitFor(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
