package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.document.LenientJson;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Token of a login or response, with its expiry. */
record LibreToken(String token, Instant expiresAt) {
  /** Lifetime if neither expiry nor duration is present. */
  private static final Duration DEFAULT_TTL = Duration.ofHours(1);

  /** Returns empty for a node that is not a token. */
  static Optional<LibreToken> of(JsonNode node) {
    LenientJson ticket = LenientJson.of(node);
    String token = ticket.text("token");
    if (token == null || token.indexOf(' ') >= 0) {
      return Optional.empty();
    }
    Instant end = ticket.epoch("expires", ChronoUnit.SECONDS);
    if (end == null) {
      Double millis = ticket.nonNegative("duration");
      end =
          Instant.now().plus(millis == null ? DEFAULT_TTL : Duration.ofMillis(Math.round(millis)));
    }
    return Optional.of(new LibreToken(token, end));
  }

  @Override
  public String toString() {
    return "LibreTicket[***]";
  }
}
