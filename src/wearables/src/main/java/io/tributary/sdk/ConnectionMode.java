package io.tributary.sdk;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Client setting that determines which calls may create a connection. */
enum ConnectionMode {
  /** Any sync may connect. A connection that was removed comes back with the next sync. */
  AUTO,
  /** The connect call alone may connect. Uploads to a removed connection are rejected. */
  EXPLICIT;

  static final List<String> NAMES = List.of("auto", "explicit");

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ConnectionMode> of(String wire) {
    return NAMES.contains(wire)
        ? Optional.of(valueOf(wire.toUpperCase(Locale.ROOT)))
        : Optional.empty();
  }
}
