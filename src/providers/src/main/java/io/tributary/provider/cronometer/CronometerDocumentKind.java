package io.tributary.provider.cronometer;

import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** The documents that are used. */
enum CronometerDocumentKind implements DocumentKind {
  /** The diary of a day, with the day it was asked for. */
  DIARY;

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
