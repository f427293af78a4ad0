package io.tributary.provider.dexcom;

import io.tributary.provider.document.DocumentKind;
import java.util.Locale;

/** Endpoints that are read; the wire name is the last path segment. */
enum DexcomDocumentKind implements DocumentKind {
  /** Days for which there are records; produces no records itself. */
  DATA_RANGE,
  EGVS,
  CALIBRATIONS,
  EVENTS,
  DEVICES;

  @Override
  public String wire() {
    return this == DATA_RANGE ? "dataRange" : name().toLowerCase(Locale.ROOT);
  }

  /** Values that people have entered are strings, even numbers. */
  @Override
  public boolean hasTextNumbers() {
    return this == EVENTS;
  }

  @Override
  public boolean isUndated() {
    return this == DEVICES;
  }
}
