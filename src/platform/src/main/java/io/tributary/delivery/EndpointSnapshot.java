package io.tributary.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Tenant;
import io.tributary.outbound.TargetUrl;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What delivery needs to know of an endpoint.
 *
 * @param destination empty when the stored URL leads nowhere
 * @param rateLimit messages per second; 0 = none
 * @param off disabled or deleted: nothing is sent
 * @param ordered whether a user's messages wait for that user's earlier ones
 * @param keys newest first
 * @param headers the customer's own
 * @param connection how a streaming destination is reached; missing for a webhook
 * @param readable false when what it keeps sealed does not open: nothing can be sent, and keys,
 *     headers and connection are empty
 */
public record EndpointSnapshot(
    String id,
    DestinationKind kind,
    Tenant tenant,
    Optional<TargetUrl> destination,
    int rateLimit,
    boolean off,
    boolean ordered,
    List<Key> keys,
    Map<String, String> headers,
    JsonNode connection,
    boolean readable,
    FailureStreak streak) {
  public EndpointSnapshot {
    keys = List.copyOf(keys);
    headers = Map.copyOf(headers);
  }

  /** A signing key; the current one never expires. */
  public record Key(byte[] bytes, Optional<Instant> expiresAt) {}

  EndpointSnapshot with(FailureStreak changed) {
    return new EndpointSnapshot(
        id,
        kind,
        tenant,
        destination,
        rateLimit,
        off,
        ordered,
        keys,
        headers,
        connection,
        readable,
        changed);
  }

  List<byte[]> keysAt(Instant now) {
    return keys.stream()
        .filter(k -> k.expiresAt().isEmpty() || k.expiresAt().get().isAfter(now))
        .map(Key::bytes)
        .toList();
  }
}
