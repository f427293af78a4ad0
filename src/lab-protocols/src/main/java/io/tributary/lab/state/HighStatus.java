package io.tributary.lab.state;

import java.util.Locale;

/** Coarse status of an order; the first part of a full status. */
public enum HighStatus {
  RECEIVED,
  COLLECTING_SAMPLE,
  SAMPLE_WITH_LAB,
  COMPLETED,
  CANCELLED,
  FAILED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
