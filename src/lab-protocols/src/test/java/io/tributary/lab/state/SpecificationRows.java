package io.tributary.lab.state;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Facts of the specification as CSV files, independent of the code under test. */
final class SpecificationRows {
  private SpecificationRows() {}

  /** Returns the rows of a file without the header, split at commas. */
  static List<List<String>> of(String file) {
    try (InputStream in = SpecificationRows.class.getResourceAsStream("/lab/state/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> List.of(line.split(",", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Modality modality(String name) {
    return switch (name) {
      case "walk_in_test" -> Modality.WALK_IN;
      case "at_home_phlebotomy" -> Modality.PHLEBOTOMY;
      case "on_site_collection" -> Modality.ON_SITE;
      case "testkit" -> Modality.KIT;
      case "testkit_registrable" -> Modality.REGISTRABLE_KIT;
      default -> throw new IllegalArgumentException(name);
    };
  }

  static LowStatus low(String name) {
    return LowStatus.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
