package io.tributary.provider.cronometer;

import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** Documents that are read from Cronometer. */
enum CronometerDocumentKind implements DocumentKind {
  /** Diary of one day, with the requested day. */
  DIARY;

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
