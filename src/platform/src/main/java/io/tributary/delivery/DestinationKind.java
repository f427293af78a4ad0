package io.tributary.delivery;

import java.util.Locale;

/** How a destination is reached: column webhook_endpoint.kind. */
public enum DestinationKind {
  WEBHOOK,
  RABBITMQ,
  NATS;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static DestinationKind of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
