package io.tributary.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Tenant;
import io.tributary.outbound.TargetUrl;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Endpoint settings that delivery needs.
 *
 * @param destination empty if the stored URL is invalid
 * @param rateLimit messages per second; 0 for none
 * @param inactive disabled or deleted; nothing is sent
 * @param ordered whether messages wait for earlier messages of the same user
 * @param keys newest first
 * @param headers the customer's own headers
 * @param connection settings of a streaming destination; missing for a webhook
 * @param readable false if the encrypted values cannot be decrypted; nothing can be sent, and keys,
 *     headers and connection are empty
 */
public record EndpointSnapshot(
    String id,
    DestinationKind kind,
    Tenant tenant,
    Optional<TargetUrl> destination,
    int rateLimit,
    boolean inactive,
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

  /** Signing key; the current key never expires. */
  public record Key(byte[] bytes, Optional<Instant> expiresAt) {}

  EndpointSnapshot with(FailureStreak changed) {
    return new EndpointSnapshot(
        id,
        kind,
        tenant,
        destination,
        rateLimit,
        inactive,
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
