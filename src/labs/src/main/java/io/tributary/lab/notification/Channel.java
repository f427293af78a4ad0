package io.tributary.lab.notification;

import java.util.Locale;

/** Channel of a patient message. */
enum Channel {
  SMS,
  EMAIL,
  /** Email, or a text message if the patient has no address or the team has email disabled. */
  EMAIL_ELSE_SMS;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Channel fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
