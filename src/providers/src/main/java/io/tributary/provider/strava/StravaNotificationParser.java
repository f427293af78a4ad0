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
  private static final long MOST_SECONDS = 100_000_000_000L;

  @Override
  public Answer receive(Push push) {
    return switch (push.method()) {
      case "GET" -> challenge(push);
      case "POST" -> notice(push);
      default -> new Refuse(405);
    };
  }

  private static Answer challenge(Push push) {
    String challenge = push.query().get("hub.challenge");
    if (!"subscribe".equals(push.query().get("hub.mode"))
        || challenge == null
        || !WebhookSignatures.same(push.query().get("hub.verify_token"), push.hookSecret())) {
      return new Refuse(403);
    }
    return new Challenge(
        200, "application/json", Json.object().put("hub.challenge", challenge).toString());
  }

  private static Answer notice(Push push) {
    try {
      LenientJson notice = LenientJson.of(Json.parse(push.body().getBytes()));
      if (push.pushSecret().isPresent()
          && !WebhookSignatures.same(notice.id("subscription_id"), push.pushSecret().get())) {
        return new Refuse(403);
      }
      return new Take(200, hints(notice));
    } catch (IllegalArgumentException e) {
      return new Refuse(400);
    }
  }

  /** Returns the time in whole seconds since 1970; empty if implausible. */
  private static Optional<Instant> moment(LenientJson notice) {
    Long seconds = notice.whole("event_time");
    return seconds == null || Math.abs(seconds) > MOST_SECONDS
        ? Optional.empty()
        : Optional.of(Instant.ofEpochSecond(seconds));
  }

  private static List<Hint> hints(LenientJson notice) {
    String owner = notice.requiredId("owner_id");
    String object = notice.requiredText("object_type");
    if (object.equals("athlete")) {
      // The flag is a string.
      return "false".equals(notice.child("updates").node().path("authorized").asText())
          ? List.of(Hint.revoked(owner).happened(moment(notice)))
          : List.of();
    }
    String id = Long.toString(LenientJson.required("object_id", notice.whole("object_id")));
    boolean there = Set.of("create", "update").contains(notice.requiredText("aspect_type"));
    return object.equals("activity") && there
        ? List.of(
            Hint.changed(
                owner,
                Set.of(StravaFeed.ACTIVITIES.wire()),
                new FetchTarget.One(StravaDocumentKind.ACTIVITY.wire(), id)))
        : List.of();
  }
}
