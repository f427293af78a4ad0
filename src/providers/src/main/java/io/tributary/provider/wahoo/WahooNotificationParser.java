package io.tributary.provider.wahoo;

import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.WebhookSignatures;
import io.tributary.provider.document.LenientJson;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parser of unsigned notifications of summaries. They are authenticated by the secret part of the
 * URL, which the owner of the application also enters as the webhook token. The workout is read
 * from the API.
 */
final class WahooNotificationParser implements NotificationParser {
  private static final Pattern ID = Pattern.compile("\\d{1,19}");

  @Override
  public NotificationResponse receive(NotificationRequest push) {
    if (!push.method().equals("POST")) {
      return new NotificationRejected(405);
    }
    try {
      LenientJson notice = LenientJson.of(Json.parse(push.body().getBytes()));
      return WebhookSignatures.matches(notice.text("webhook_token"), push.urlSecret())
          ? new NotificationAccepted(200, toHints(notice))
          : new NotificationRejected(401);
    } catch (IllegalArgumentException e) {
      return new NotificationRejected(400);
    }
  }

  private static List<ProviderNotification> toHints(LenientJson notice) {
    if (!"workout_summary".equals(notice.text(notice.firstPresent("event_type", "event")))) {
      return List.of();
    }
    String user = LenientJson.required("user", notice.child("user").id("id"));
    String id = notice.child("workout_summary").child("workout").id("id");
    boolean named = id != null && ID.matcher(id).matches();
    return List.of(
        ProviderNotification.changed(
            user,
            Set.of(WahooFeed.WORKOUTS.storedName()),
            named ? new FetchTarget.SingleDocument(WahooDocumentKind.WORKOUT.wire(), id) : null));
  }
}
