package io.tributary.lab.result;

import java.text.Normalizer;
import java.util.Locale;

/** Converts names to URL slugs. */
final class ResultSlugs {
  private ResultSlugs() {}

  static String slug(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("^-|-$", "");
  }
}
