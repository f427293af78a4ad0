package io.tributary.provider.oura;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;

/**
 * What a normaliser knows of the connection.
 *
 * @param fallbackZone the user's zone for texts that carry no offset
 * @param accountAt the instant the undated account data (the weight) counts for. It must stay the
 *     same from call to call, such as the connection's creation, because it identifies the weigh-in
 */
record OuraContext(Optional<ZoneId> fallbackZone, Instant accountAt) {
  OuraContext {
    Objects.requireNonNull(fallbackZone, "fallbackZone");
    Objects.requireNonNull(accountAt, "accountAt");
  }
}
