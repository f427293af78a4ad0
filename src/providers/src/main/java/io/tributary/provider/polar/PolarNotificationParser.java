package io.tributary.provider.polar;

import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.WebhookSignatures;
import io.tributary.provider.document.LenientJson;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parser of signed notifications of days and exercises. The URL in a notification is never called;
 * the data are read by event type and day or ID.
 */
final class PolarNotificationParser implements NotificationParser {
  /** Events to subscribe to; the model has no use for others. */
  static final List<String> EVENTS =
      List.of(
          "EXERCISE", "SLEEP", "CONTINUOUS_HEART_RATE", "ACTIVITY_SUMMARY", "PHYSICAL_INFORMATION");

  /** Setting with the signature key of a webhook that the team has created itself. */
  static final String SECRET_SETTING = "webhook_secret";

  private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");

  @Override
  public NotificationResponse receive(NotificationRequest push) {
    if (!push.method().equals("POST")) {
      return new NotificationRejected(405);
    }
    // The key is returned after the webhook is created, which requires an accepted PING. A PING
    // triggers nothing, so a forged one is harmless.
    if ("PING".equals(push.headers().get("Polar-Webhook-Event"))) {
      return new NotificationAccepted(200, List.of());
    }
    String right =
        WebhookSignatures.hex(
            WebhookSignatures.hmacSha256(secret(push).orElse(""), push.body().getBytes()));
    if (!WebhookSignatures.matches(push.headers().get("Polar-Webhook-Signature"), right)) {
      return new NotificationRejected(401);
    }
    try {
      return new NotificationAccepted(
          200, toHints(LenientJson.of(Json.parse(push.body().getBytes()))));
    } catch (IllegalArgumentException e) {
      return new NotificationRejected(400);
    }
  }

  private static Optional<String> secret(NotificationRequest push) {
    return push.signingSecret()
        .or(() -> Optional.ofNullable(LenientJson.of(push.app().details()).text(SECRET_SETTING)));
  }

  private static List<ProviderNotification> toHints(LenientJson notice) {
    String user = notice.requiredId("user_id");
    return switch (notice.requiredText("event")) {
      case "EXERCISE" -> {
        String id = notice.requiredId("entity_id");
        if (!ID.matcher(id).matches()) {
          throw new IllegalArgumentException("entity_id is invalid");
        }
        yield List.of(
            ProviderNotification.changed(
                user,
                Set.of(PolarFeed.HEART.storedName()),
                new FetchTarget.SingleDocument(PolarDocumentKind.EXERCISE.wire(), id)));
      }
      case "SLEEP" -> dayHint(user, PolarFeed.SLEEP, notice);
      case "ACTIVITY_SUMMARY" -> dayHint(user, PolarFeed.ACTIVITY, notice);
      case "CONTINUOUS_HEART_RATE" -> dayHint(user, PolarFeed.HEART, notice);
      case "PHYSICAL_INFORMATION" ->
          List.of(
              ProviderNotification.changed(user, Set.of(PolarFeed.PHYSICAL.storedName()), null));
      default -> List.of();
    };
  }

  private static List<ProviderNotification> dayHint(
      String user, PolarFeed feed, LenientJson notice) {
    LocalDate day = notice.requiredDay("date");
    return List.of(
        ProviderNotification.changed(
            user, Set.of(feed.storedName()), new FetchTarget.Days(day, day)));
  }
}
