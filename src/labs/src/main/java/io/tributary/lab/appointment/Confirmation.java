package io.tributary.lab.appointment;

import java.util.Locale;

/** Event that confirms an appointment. */
enum Confirmation {
  /** Confirmed as soon as the slot is taken. */
  DIRECT,
  /** Confirmed by the laboratory later. Until then only the laboratory may change it. */
  BY_LAB,
  /** Confirmed by the provider later. */
  LATER;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Confirmation fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
