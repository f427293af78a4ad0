package io.tributary.provider.whoop;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.WebhookSignatures;
import io.tributary.provider.document.LenientJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parser of signed notifications, one record each. There are none for cycles, so any notification
 * also reads the cycles of the record's days, however late it was uploaded. Deleted records stay
 * stored and are not read.
 */
final class WhoopNotificationParser implements NotificationParser {
  private static final Duration MAX_AGE = Duration.ofMinutes(5);
  private static final Pattern ID = Pattern.compile("[0-9A-Za-z-]{1,64}");

  @Override
  public NotificationResponse receive(NotificationRequest push) {
    if (!push.method().equals("POST")) {
      return new NotificationRejected(405);
    }
    String millis = push.headers().get("X-WHOOP-Signature-Timestamp");
    if (millis == null || !millis.matches("\\d{1,18}")) {
      return new NotificationRejected(401);
    }
    byte[] digest =
        WebhookSignatures.hmacSha256(
            push.app().clientSecret(),
            millis.getBytes(StandardCharsets.UTF_8),
            push.body().getBytes());
    Instant told = Instant.ofEpochMilli(Long.parseLong(millis));
    if (!WebhookSignatures.matches(
            push.headers().get("X-WHOOP-Signature"), WebhookSignatures.base64(digest))
        || !WebhookSignatures.isRecent(told, push.now(), MAX_AGE)) {
      return new NotificationRejected(401);
    }
    try {
      JsonNode body = Json.parse(push.body().getBytes());
      return new NotificationAccepted(200, toHints(LenientJson.of(body)));
    } catch (IllegalArgumentException e) {
      return new NotificationRejected(400);
    }
  }

  private static List<ProviderNotification> toHints(LenientJson notice) {
    String user = notice.requiredId("user_id");
    String id = notice.requiredId("id");
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("id is invalid");
    }
    return switch (notice.requiredText("type")) {
      case "workout.updated" -> changed(user, WhoopFeed.WORKOUT, WhoopDocumentKind.WORKOUT, id);
      case "sleep.updated" -> changed(user, WhoopFeed.SLEEP, WhoopDocumentKind.SLEEP, id);
      // Notified under the ID of its sleep.
      case "recovery.updated" -> changed(user, WhoopFeed.SLEEP, WhoopDocumentKind.RECOVERY, id);
      // The day of a deleted record is unknown.
      case "workout.deleted", "sleep.deleted", "recovery.deleted" ->
          List.of(ProviderNotification.changed(user, Set.of(WhoopFeed.CYCLE.storedName()), null));
      default -> List.of();
    };
  }

  private static List<ProviderNotification> changed(
      String user, WhoopFeed feed, WhoopDocumentKind kind, String id) {
    FetchTarget.SingleDocument record = new FetchTarget.SingleDocument(kind.wire(), id);
    return List.of(
        ProviderNotification.changed(user, Set.of(feed.storedName()), record),
        ProviderNotification.changed(user, Set.of(WhoopFeed.CYCLE.storedName()), record));
  }
}
