package io.tributary.lab.result;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Facts of the specification as CSV files, independent of the code under test. */
final class SpecificationCsv {
  private SpecificationCsv() {}

  /** Returns the rows of a file without the header, split at commas. */
  static List<List<String>> of(String file) {
    try (InputStream in = SpecificationCsv.class.getResourceAsStream("/lab/result/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> List.of(line.split(",", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
