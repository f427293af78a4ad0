package io.tributary.lab.result;

import java.text.Normalizer;
import java.util.Locale;

/** Names as part of an address. */
final class ResultSlugs {
  private ResultSlugs() {}

  static String of(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("^-|-$", "");
  }
}
