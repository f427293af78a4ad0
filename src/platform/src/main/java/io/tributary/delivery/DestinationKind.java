package io.tributary.delivery;

import java.util.Locale;

/** Kind of destination; stored in {@code webhook_endpoint.kind}. */
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
