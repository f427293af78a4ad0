package io.tributary.tools.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Wall clock of one process, shifted by libfaketime. The monotonic clock is not shifted, as on a
 * real machine.
 */
final class FakeClock {
  private static final List<String> LIBRARY_PATHS =
      List.of(
          "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
          "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
          "/usr/lib64/faketime/libfaketimeMT.so.1",
          "/usr/lib/faketime/libfaketimeMT.so.1");

  private final Path library;
  private final Path file;

  private FakeClock(Path library, Path file) {
    this.library = library;
    this.file = file;
  }

  /**
   * @param file file with the offset, which the process reads
   * @return empty if the library is not installed
   */
  static Optional<FakeClock> at(Path file) {
    String named = System.getenv("LIBFAKETIME");
    return (named == null ? LIBRARY_PATHS : List.of(named))
        .stream()
            .map(Path::of)
            .filter(Files::isReadable)
            .findFirst()
            .map(library -> new FakeClock(library, file));
  }

  /** Returns the environment variables of the process. */
  Map<String, String> environment() {
    setOffset(0);
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", file.toString(),
        "FAKETIME_CACHE_DURATION", "1",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        "DONT_FAKE_MONOTONIC", "1",
        // Otherwise waits on the monotonic clock return at once, and every idle thread of a JVM
        // spins.
        "FAKETIME_FORCE_MONOTONIC_FIX", "0");
  }

  /** Sets the offset in seconds: positive is ahead, negative is behind. */
  void setOffset(int seconds) {
    try {
      Path next = file.resolveSibling(file.getFileName() + ".next");
      Files.writeString(next, (seconds < 0 ? "" : "+") + seconds + "\n");
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
