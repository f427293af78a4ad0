package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.delivery.DestinationKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Pipeline of a team and environment: the destinations of its events.
 *
 * @param preferred one of {@code enabled}
 * @param enabled names of kinds; {@link #WEBHOOKS} stands for all webhook endpoints
 * @param prefixes type prefixes that streaming destinations receive; empty for all types
 * @param destinations the configured brokers
 */
record EventPipeline(
    UUID team,
    boolean pushHistoricalData,
    boolean providerRawData,
    String preferred,
    List<String> enabled,
    List<String> prefixes,
    Map<DestinationKind, BrokerDestination> destinations) {
  static final String WEBHOOKS = "svix";

  /** Supported kinds of brokers. */
  static final List<DestinationKind> BROKERS =
      List.of(DestinationKind.RABBITMQ, DestinationKind.NATS);

  EventPipeline {
    enabled = List.copyOf(enabled);
    prefixes = List.copyOf(prefixes);
    destinations = destinations.isEmpty() ? Map.of() : new EnumMap<>(destinations);
  }

  /**
   * Broker that a team has configured.
   *
   * @param id ID of its row in webhook_endpoint; null before the row exists
   * @param connection configuration including secrets; a missing node if it can't be decrypted
   * @param off whether delivery is disabled: not enabled, or failed for days
   */
  record BrokerDestination(String id, int shard, JsonNode connection, boolean off) {
    @Override
    public String toString() {
      return "Destination[" + id + ", ***]";
    }
  }

  /** Returns the default pipeline of a team without configuration. */
  static EventPipeline defaultFor(UUID team) {
    return new EventPipeline(
        team,
        false,
        false,
        WEBHOOKS,
        List.of(WEBHOOKS),
        List.of(),
        new EnumMap<>(DestinationKind.class));
  }

  boolean enables(DestinationKind kind) {
    return enabled.contains(kind.wire());
  }
}
