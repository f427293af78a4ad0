package io.tributary.provider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Notes which cells have passed, one file each: {@code target/provider-table/<slug>/<CASE>}. */
final class Passed {
  private static final Path TABLE = Path.of("target", "provider-table");

  private Passed() {}

  static void forget(String slug, ProviderCases.Case what) {
    try {
      Files.deleteIfExists(TABLE.resolve(slug).resolve(what.name()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void note(String slug, ProviderCases.Case what) {
    try {
      Files.writeString(
          Files.createDirectories(TABLE.resolve(slug)).resolve(what.name()), "passed\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
