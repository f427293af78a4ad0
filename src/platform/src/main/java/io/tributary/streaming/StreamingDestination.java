package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.delivery.DestinationKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Where the events of a team and environment go: webhooks.md §7.
 *
 * @param preferred one of enabled
 * @param enabled names of kinds; {@link #WEBHOOKS} stands for all webhook endpoints
 * @param prefixes what the types begin with that streaming destinations get; empty = all
 * @param destinations the configured brokers
 */
record StreamingDestination(
    UUID team,
    boolean pushHistoricalData,
    boolean providerRawData,
    String preferred,
    List<String> enabled,
    List<String> prefixes,
    Map<DestinationKind, Destination> destinations) {
  static final String WEBHOOKS = "svix";

  /** The kinds of broker that there are. */
  static final List<DestinationKind> BROKERS =
      List.of(DestinationKind.RABBITMQ, DestinationKind.NATS);

  StreamingDestination {
    enabled = List.copyOf(enabled);
    prefixes = List.copyOf(prefixes);
    destinations = destinations.isEmpty() ? Map.of() : new EnumMap<>(destinations);
  }

  /**
   * A broker that a team has configured.
   *
   * @param id of its row in webhook_endpoint; null before there is one
   * @param connection with its secrets; missing when its row does not open
   * @param off nothing is sent: not enabled, or it has failed for days
   */
  record Destination(String id, int shard, JsonNode connection, boolean off) {
    @Override
    public String toString() {
      return "Destination[" + id + ", ***]";
    }
  }

  /** What a team has that configured nothing. */
  static StreamingDestination ofNothing(UUID team) {
    return new StreamingDestination(
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
