package io.tributary.lab.appointment;

import java.util.Locale;

/** What makes an appointment sure. */
enum Confirmation {
  /** Having got the room. */
  DIRECT,
  /** The laboratory's word, which comes later; until then nobody else may change it. */
  BY_LAB,
  /** The provider's word, which comes later. */
  LATER;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Confirmation of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
