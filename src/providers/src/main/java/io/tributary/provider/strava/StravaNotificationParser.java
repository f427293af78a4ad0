package io.tributary.provider.strava;

import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.WebhookSignatures;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parser of unsigned notifications. They are authenticated by the secret part of the URL, and by
 * our subscription ID once it is known. An activity is always read from the API, and a deleted one
 * stays.
 */
final class StravaNotificationParser implements NotificationParser {
  /** Limit of plausible times: the year 5138. */
  private static final long MAX_EPOCH_SECONDS = 100_000_000_000L;

  @Override
  public NotificationResponse receive(NotificationRequest push) {
    return switch (push.method()) {
      case "GET" -> challenge(push);
      case "POST" -> parse(push);
      default -> new NotificationRejected(405);
    };
  }

  private static NotificationResponse challenge(NotificationRequest push) {
    String challenge = push.query().get("hub.challenge");
    if (!"subscribe".equals(push.query().get("hub.mode"))
        || challenge == null
        || !WebhookSignatures.matches(push.query().get("hub.verify_token"), push.urlSecret())) {
      return new NotificationRejected(403);
    }
    return new Challenge(
        200, "application/json", Json.object().put("hub.challenge", challenge).toString());
  }

  private static NotificationResponse parse(NotificationRequest push) {
    try {
      LenientJson notice = LenientJson.of(Json.parse(push.body().getBytes()));
      if (push.signingSecret().isPresent()
          && !WebhookSignatures.matches(notice.id("subscription_id"), push.signingSecret().get())) {
        return new NotificationRejected(403);
      }
      return new NotificationAccepted(200, toHints(notice));
    } catch (IllegalArgumentException e) {
      return new NotificationRejected(400);
    }
  }

  /** Returns the time in whole seconds since 1970; empty if implausible. */
  private static Optional<Instant> eventTime(LenientJson notice) {
    Long seconds = notice.wholeNumber("event_time");
    return seconds == null || Math.abs(seconds) > MAX_EPOCH_SECONDS
        ? Optional.empty()
        : Optional.of(Instant.ofEpochSecond(seconds));
  }

  private static List<ProviderNotification> toHints(LenientJson notice) {
    String owner = notice.requiredId("owner_id");
    String object = notice.requiredText("object_type");
    if (object.equals("athlete")) {
      // The flag is a string.
      return "false".equals(notice.child("updates").node().path("authorized").asText())
          ? List.of(ProviderNotification.revoked(owner).withTime(eventTime(notice)))
          : List.of();
    }
    String id = Long.toString(LenientJson.required("object_id", notice.wholeNumber("object_id")));
    boolean there = Set.of("create", "update").contains(notice.requiredText("aspect_type"));
    return object.equals("activity") && there
        ? List.of(
            ProviderNotification.changed(
                owner,
                Set.of(StravaFeed.ACTIVITIES.storedName()),
                new FetchTarget.SingleDocument(StravaDocumentKind.ACTIVITY.wire(), id)))
        : List.of();
  }
}
