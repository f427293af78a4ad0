package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.WebhookSignatures;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parser of notifications, which name one document each and contain no data. The signature covers
 * timestamp and body, with the client secret.
 */
final class OuraNotificationParser implements NotificationParser {
  /**
   * Maximum age of a signature; an older notification is a replay, because Oura signs each attempt
   * again.
   */
  private static final Duration FRESH = Duration.ofMinutes(5);

  /** Limit of timestamps in seconds since 1970; larger numbers are milliseconds. */
  private static final long MOST_SECONDS = 100_000_000_000L;

  @Override
  public Answer receive(Push push) {
    return switch (push.method()) {
      case "GET" -> challenge(push);
      case "POST" -> proved(push) ? notice(push) : new Refuse(401);
      default -> new Refuse(405);
    };
  }

  private static Answer challenge(Push push) {
    String challenge = push.query().get("challenge");
    if (challenge == null
        || !WebhookSignatures.same(push.query().get("verification_token"), push.hookSecret())) {
      return new Refuse(401);
    }
    return new Challenge(
        200, "application/json", Json.text(Json.object().put("challenge", challenge)));
  }

  private static boolean proved(Push push) {
    String stamp = push.headers().get("x-oura-timestamp");
    if (stamp == null || !moment(stamp).map(at -> fresh(at, push.now())).orElse(false)) {
      return false;
    }
    String right =
        WebhookSignatures.upperHex(
            WebhookSignatures.hmacSha256(
                push.app().clientSecret(),
                stamp.getBytes(StandardCharsets.UTF_8),
                push.body().getBytes()));
    return WebhookSignatures.same(push.headers().get("x-oura-signature"), right);
  }

  private static boolean fresh(Instant at, Instant now) {
    return WebhookSignatures.recent(at, now, FRESH);
  }

  private static Optional<Instant> moment(String stamp) {
    try {
      long number = Long.parseLong(stamp.strip());
      return Optional.of(
          number < MOST_SECONDS ? Instant.ofEpochSecond(number) : Instant.ofEpochMilli(number));
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Answer notice(Push push) {
    JsonNode told = Json.parse(push.body().getBytes());
    String user = told.path("user_id").asText("");
    String kind = told.path("data_type").asText("");
    String id = told.path("object_id").asText("");
    // Documents that were deleted at the provider stay stored.
    boolean gone = told.path("event_type").asText("").equals("delete");
    Optional<OuraFeed> feed = OuraFeed.noticed(kind);
    if (gone || feed.isEmpty() || id.isEmpty()) {
      return new Take(200, List.of());
    }
    return new Take(
        200, List.of(Hint.changed(user, Set.of(feed.get().wire()), new FetchTarget.One(kind, id))));
  }
}
