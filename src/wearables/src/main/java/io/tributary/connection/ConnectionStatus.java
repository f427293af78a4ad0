package io.tributary.connection;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Status of a connection. A removed connection has no row. */
public enum ConnectionStatus {
  CONNECTED,
  ERROR,
  PAUSED;

  private final String wire = name().toLowerCase(Locale.ROOT);

  @JsonValue
  public String wire() {
    return wire;
  }

  static ConnectionStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
