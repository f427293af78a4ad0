package io.tributary.provider.libre;

import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

enum LibreDocumentKind implements DocumentKind {
  /** The last half day, as the follower app shows it. */
  GRAPH,
  /** A day of the portal's daily log. */
  REPORT;

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
