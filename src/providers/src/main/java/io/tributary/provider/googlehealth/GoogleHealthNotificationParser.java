package io.tributary.provider.googlehealth;

import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.WebhookSignatures;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parser of notifications that carry a shared secret. They contain user, type and time interval;
 * the data are then read. Google verifies the endpoint with and without the secret, and expects a
 * refusal without it.
 */
final class GoogleHealthNotificationParser implements NotificationParser {
  private static final int MAX_DAYS = 365;

  /** Types with notifications, and the feeds to read again. Daily sums depend on them. */
  static final Map<String, Set<GoogleHealthFeed>> TYPES =
      Map.ofEntries(
          type(
              GoogleHealthDocumentKind.STEPS,
              GoogleHealthFeed.STEPS,
              GoogleHealthFeed.ACTIVITY,
              GoogleHealthFeed.ENERGY),
          type(
              GoogleHealthDocumentKind.DISTANCE,
              GoogleHealthFeed.DISTANCE,
              GoogleHealthFeed.ACTIVITY),
          type(GoogleHealthDocumentKind.FLOORS, GoogleHealthFeed.FLOORS, GoogleHealthFeed.ACTIVITY),
          type(
              GoogleHealthDocumentKind.EXERCISE,
              GoogleHealthFeed.WORKOUTS,
              GoogleHealthFeed.ACTIVITY,
              GoogleHealthFeed.ENERGY),
          type(GoogleHealthDocumentKind.RESTING, GoogleHealthFeed.ACTIVITY),
          type(GoogleHealthDocumentKind.SLEEP, GoogleHealthFeed.SLEEP),
          type(GoogleHealthDocumentKind.HEART_RATE, GoogleHealthFeed.HEART),
          type(GoogleHealthDocumentKind.HRV, GoogleHealthFeed.HRV),
          type(GoogleHealthDocumentKind.BREATH, GoogleHealthFeed.BREATH),
          type(GoogleHealthDocumentKind.VO2_MAX, GoogleHealthFeed.VO2_MAX),
          type(GoogleHealthDocumentKind.WEIGHT, GoogleHealthFeed.BODY),
          type(GoogleHealthDocumentKind.FAT, GoogleHealthFeed.BODY),
          type(GoogleHealthDocumentKind.HEIGHT, GoogleHealthFeed.PROFILE),
          type(GoogleHealthDocumentKind.GLUCOSE, GoogleHealthFeed.GLUCOSE),
          type(GoogleHealthDocumentKind.WATER, GoogleHealthFeed.WATER));

  private static Map.Entry<String, Set<GoogleHealthFeed>> type(
      GoogleHealthDocumentKind kind, GoogleHealthFeed... feeds) {
    return Map.entry(kind.type(), Set.of(feeds));
  }

  @Override
  public NotificationResponse receive(NotificationRequest push) {
    if (!push.method().equals("POST")) {
      return new NotificationRejected(405);
    }
    String told = push.headers().get("Authorization");
    boolean ours =
        WebhookSignatures.matches(told, GoogleVerificationToken.of(push.app(), push.urlSecret()));
    // The secret of the subscription stays valid after the application's secret has changed.
    if (!ours && !WebhookSignatures.matches(told, push.signingSecret().orElse(""))) {
      return new NotificationRejected(401);
    }
    LenientJson body = LenientJson.withTextNumbers(Json.parse(push.body().getBytes()));
    return "verification".equals(body.text("type"))
        ? new Challenge(200, "text/plain", "")
        : new NotificationAccepted(204, toHints(body.child("data"), push.now()));
  }

  private static List<ProviderNotification> toHints(LenientJson data, Instant now) {
    String user = data.requiredText("healthUserId");
    Set<GoogleHealthFeed> feeds = TYPES.getOrDefault(data.requiredText("dataType"), Set.of());
    if ("DELETE".equals(data.text("operation"))) {
      // Deleted records stay stored, but the sums of their day have changed.
      feeds =
          feeds.contains(GoogleHealthFeed.ACTIVITY) ? Set.of(GoogleHealthFeed.ACTIVITY) : Set.of();
    }
    if (feeds.isEmpty()) {
      return List.of();
    }
    Set<String> names =
        feeds.stream().map(GoogleHealthFeed::storedName).collect(Collectors.toSet());
    List<FetchTarget> spans =
        data.list("intervals").stream()
            .map(i -> i.child("physicalTimeInterval"))
            .flatMap(span -> toTargets(span, now).stream())
            .distinct()
            .toList();
    List<ProviderNotification> out = new ArrayList<>();
    (spans.isEmpty() ? Stream.of((FetchTarget) null) : spans.stream())
        .forEach(span -> out.add(ProviderNotification.changed(user, names, span)));
    return out;
  }

  /** Returns the local days that an interval may touch, up to now, and at most its last year. */
  private static List<FetchTarget> toTargets(LenientJson span, Instant now) {
    Instant from = span.instant("startTime");
    Instant to = span.instant("endTime");
    if (from == null || to == null || to.isBefore(from) || from.isAfter(now)) {
      return List.of();
    }
    LocalDate first = from.atOffset(ZoneOffset.ofHours(-12)).toLocalDate();
    LocalDate last = (to.isAfter(now) ? now : to).atOffset(ZoneOffset.ofHours(14)).toLocalDate();
    LocalDate earliest = last.minusDays(MAX_DAYS - 1L);
    return List.of(new FetchTarget.Days(first.isBefore(earliest) ? earliest : first, last));
  }
}
