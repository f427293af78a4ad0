package io.tributary.provider.polar;

import io.tributary.provider.document.LenientJson;

/** Keys are written with underscores in one answer and with hyphens in another. */
final class PolarNames {
  private PolarNames() {}

  /**
   * The spelling that the document has.
   *
   * @param name with underscores
   */
  static String in(LenientJson doc, String name) {
    return doc.name(name, name.replace('_', '-'));
  }
}
