package io.tributary.provider.dexcom;

import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** The endpoints that are used; the wire name is the last path segment. */
enum DexcomDocumentKind implements DocumentKind {
  /** Tells of which days there are records; makes none itself. */
  DATA_RANGE,
  EGVS,
  CALIBRATIONS,
  EVENTS,
  DEVICES;

  @Override
  public String wire() {
    return this == DATA_RANGE ? "dataRange" : name().toLowerCase(Locale.ROOT);
  }

  /** What people have entered is told as a text, even a number. */
  @Override
  public boolean textNumbers() {
    return this == EVENTS;
  }

  @Override
  public boolean undated() {
    return this == DEVICES;
  }
}
