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
  private static final Duration MAX_AGE = Duration.ofMinutes(5);

  /** Limit of timestamps in seconds since 1970; larger numbers are milliseconds. */
  private static final long MAX_EPOCH_SECONDS = 100_000_000_000L;

  @Override
  public NotificationResponse receive(NotificationRequest push) {
    return switch (push.method()) {
      case "GET" -> challenge(push);
      case "POST" -> isSigned(push) ? parse(push) : new NotificationRejected(401);
      default -> new NotificationRejected(405);
    };
  }

  private static NotificationResponse challenge(NotificationRequest push) {
    String challenge = push.query().get("challenge");
    if (challenge == null
        || !WebhookSignatures.matches(push.query().get("verification_token"), push.urlSecret())) {
      return new NotificationRejected(401);
    }
    return new Challenge(
        200, "application/json", Json.text(Json.object().put("challenge", challenge)));
  }

  private static boolean isSigned(NotificationRequest push) {
    String stamp = push.headers().get("x-oura-timestamp");
    if (stamp == null || !parseTimestamp(stamp).map(at -> isRecent(at, push.now())).orElse(false)) {
      return false;
    }
    String right =
        WebhookSignatures.upperHex(
            WebhookSignatures.hmacSha256(
                push.app().clientSecret(),
                stamp.getBytes(StandardCharsets.UTF_8),
                push.body().getBytes()));
    return WebhookSignatures.matches(push.headers().get("x-oura-signature"), right);
  }

  private static boolean isRecent(Instant at, Instant now) {
    return WebhookSignatures.isRecent(at, now, MAX_AGE);
  }

  private static Optional<Instant> parseTimestamp(String stamp) {
    try {
      long number = Long.parseLong(stamp.strip());
      return Optional.of(
          number < MAX_EPOCH_SECONDS
              ? Instant.ofEpochSecond(number)
              : Instant.ofEpochMilli(number));
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }

  private static NotificationResponse parse(NotificationRequest push) {
    JsonNode told = Json.parse(push.body().getBytes());
    String user = told.path("user_id").asText("");
    String kind = told.path("data_type").asText("");
    String id = told.path("object_id").asText("");
    // Documents that were deleted at the provider stay stored.
    boolean gone = told.path("event_type").asText("").equals("delete");
    Optional<OuraFeed> feed = OuraFeed.noticed(kind);
    if (gone || feed.isEmpty() || id.isEmpty()) {
      return new NotificationAccepted(200, List.of());
    }
    return new NotificationAccepted(
        200,
        List.of(
            ProviderNotification.changed(
                user, Set.of(feed.get().storedName()), new FetchTarget.SingleDocument(kind, id))));
  }
}
