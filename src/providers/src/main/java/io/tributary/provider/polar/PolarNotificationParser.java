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
  static final String OWN_SECRET = "webhook_secret";

  private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");

  @Override
  public Answer receive(Push push) {
    if (!push.method().equals("POST")) {
      return new Refuse(405);
    }
    // The key is returned after the webhook is created, which requires an accepted PING. A PING
    // triggers nothing, so a forged one is harmless.
    if ("PING".equals(push.headers().get("Polar-Webhook-Event"))) {
      return new Take(200, List.of());
    }
    String right =
        WebhookSignatures.hex(
            WebhookSignatures.hmacSha256(secret(push).orElse(""), push.body().getBytes()));
    if (!WebhookSignatures.same(push.headers().get("Polar-Webhook-Signature"), right)) {
      return new Refuse(401);
    }
    try {
      return new Take(200, hints(LenientJson.of(Json.parse(push.body().getBytes()))));
    } catch (IllegalArgumentException e) {
      return new Refuse(400);
    }
  }

  private static Optional<String> secret(Push push) {
    return push.pushSecret()
        .or(() -> Optional.ofNullable(LenientJson.of(push.app().details()).text(OWN_SECRET)));
  }

  private static List<Hint> hints(LenientJson notice) {
    String user = notice.requiredId("user_id");
    return switch (notice.requiredText("event")) {
      case "EXERCISE" -> {
        String id = notice.requiredId("entity_id");
        if (!ID.matcher(id).matches()) {
          throw new IllegalArgumentException("entity_id is none");
        }
        yield List.of(
            Hint.changed(
                user,
                Set.of(PolarFeed.HEART.wire()),
                new FetchTarget.One(PolarDocumentKind.EXERCISE.wire(), id)));
      }
      case "SLEEP" -> day(user, PolarFeed.SLEEP, notice);
      case "ACTIVITY_SUMMARY" -> day(user, PolarFeed.ACTIVITY, notice);
      case "CONTINUOUS_HEART_RATE" -> day(user, PolarFeed.HEART, notice);
      case "PHYSICAL_INFORMATION" ->
          List.of(Hint.changed(user, Set.of(PolarFeed.PHYSICAL.wire()), null));
      default -> List.of();
    };
  }

  private static List<Hint> day(String user, PolarFeed feed, LenientJson notice) {
    LocalDate day = notice.requiredDay("date");
    return List.of(Hint.changed(user, Set.of(feed.wire()), new FetchTarget.Days(day, day)));
  }
}
