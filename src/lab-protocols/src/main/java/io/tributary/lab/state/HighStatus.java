package io.tributary.lab.state;

import java.util.Locale;

/** Where an order stands, in broad strokes; the first part of a full status. */
public enum HighStatus {
  RECEIVED,
  COLLECTING_SAMPLE,
  SAMPLE_WITH_LAB,
  COMPLETED,
  CANCELLED,
  FAILED;

  /** As it is written in JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
