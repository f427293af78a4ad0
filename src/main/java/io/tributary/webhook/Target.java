package io.tributary.webhook;

import io.tributary.kernel.Tenant;
import io.tributary.outbound.Destination;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What delivery needs to know of an endpoint.
 *
 * @param destination empty when the stored URL leads nowhere
 * @param rateLimit messages per second; 0 = none
 * @param off disabled or deleted: nothing is sent
 * @param keys newest first
 */
record Target(
    String id,
    Tenant tenant,
    Optional<Destination> destination,
    int rateLimit,
    boolean off,
    List<Key> keys,
    Streak streak) {
  Target {
    keys = List.copyOf(keys);
  }

  /** A signing key; the current one never expires. */
  record Key(byte[] bytes, Optional<Instant> expiresAt) {}

  Target with(Streak changed) {
    return new Target(id, tenant, destination, rateLimit, off, keys, changed);
  }

  List<byte[]> keysAt(Instant now) {
    return keys.stream()
        .filter(k -> k.expiresAt().isEmpty() || k.expiresAt().get().isAfter(now))
        .map(Key::bytes)
        .toList();
  }
}
