package io.tributary.provider.polar;

import io.tributary.provider.document.LenientJson;

/**
 * Resolves keys, which are written with underscores in some responses and with hyphens in others.
 */
final class PolarFieldNames {
  private PolarFieldNames() {}

  /**
   * Returns the spelling that the document uses.
   *
   * @param name name with underscores
   */
  static String in(LenientJson doc, String name) {
    return doc.firstPresent(name, name.replace('_', '-'));
  }
}
