package io.tributary.provider.libre;

import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

enum LibreDocumentKind implements DocumentKind {
  /** Last half day, as the follower app shows it. */
  GRAPH,
  /** One day of the portal's daily log. */
  REPORT;

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
