package io.tributary.lab.notification;

import java.util.Locale;

/** How a notice goes. */
enum Channel {
  SMS,
  EMAIL,
  /** By mail, and as a text message to who has no address or may not get mail. */
  EMAIL_ELSE_SMS;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Channel of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
