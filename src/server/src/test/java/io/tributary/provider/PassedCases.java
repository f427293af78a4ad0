package io.tributary.provider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Records the passed cells as one file each: {@code target/provider-conformance/<slug>/<CASE>}. */
final class PassedCases {
  private static final Path TABLE = Path.of("target", "provider-conformance");

  private PassedCases() {}

  static void clear(String slug, ProviderTestSuite.ProviderCase what) {
    try {
      Files.deleteIfExists(TABLE.resolve(slug).resolve(what.name()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void record(String slug, ProviderTestSuite.ProviderCase what) {
    try {
      Files.writeString(
          Files.createDirectories(TABLE.resolve(slug)).resolve(what.name()), "passed\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
