package io.tributary.sdk;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Who may make a connection. */
enum ConnectionMode {
  /** Any sync: a connection that was ended comes back with the next one. */
  AUTO,
  /** Only the call that connects; pushes to an ended connection are refused. */
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
