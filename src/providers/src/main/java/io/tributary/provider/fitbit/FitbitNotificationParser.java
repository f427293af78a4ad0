package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
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
import java.util.Optional;
import java.util.Set;

/**
 * Parser of signed lists of changed collections and days. Before Fitbit sends any, it verifies the
 * endpoint with the code that its console shows and with a wrong one, and expects different
 * answers. Wrong codes and signatures get 404.
 */
final class FitbitNotificationParser implements NotificationParser {
  private static final String REVOKED = "userRevokedAccess";
  private static final ZoneOffset LAST_ZONE = ZoneOffset.ofHours(-12);

  private static final Map<String, Set<String>> FEEDS =
      Map.of(
          "activities",
          feedNames(FitbitFeed.DAY, FitbitFeed.MINUTES, FitbitFeed.HEART, FitbitFeed.WORKOUTS),
          "sleep",
          feedNames(
              FitbitFeed.SLEEP, FitbitFeed.VARIABILITY, FitbitFeed.OXYGEN, FitbitFeed.TEMPERATURE),
          "body",
          feedNames(FitbitFeed.WEIGHT),
          "foods",
          feedNames(FitbitFeed.FOOD));

  private static Set<String> feedNames(FitbitFeed... feeds) {
    return Set.copyOf(List.of(feeds).stream().map(FitbitFeed::storedName).toList());
  }

  @Override
  public NotificationResponse receive(NotificationRequest push) {
    return switch (push.method()) {
      case "GET" -> verify(push);
      case "POST" -> parseNotifications(push);
      default -> new NotificationRejected(405);
    };
  }

  private static NotificationResponse verify(NotificationRequest push) {
    String asked = push.query().get("verify");
    return verificationCodes(push.app()).stream()
        .filter(word -> WebhookSignatures.matches(asked, word))
        .findFirst()
        .<NotificationResponse>map(word -> new VerifyTokenChallenge(204, word))
        .orElseGet(() -> new NotificationRejected(404));
  }

  /** Returns the verification codes of the application's subscribers; each has its own. */
  static List<String> verificationCodes(AppCredentials app) {
    return NotificationParser.verifyTokens(app.details());
  }

  private static NotificationResponse parseNotifications(NotificationRequest push) {
    String right =
        WebhookSignatures.base64(
            WebhookSignatures.hmacSha1(push.app().clientSecret() + "&", push.body().getBytes()));
    if (push.app().clientSecret().isEmpty()
        || !WebhookSignatures.matches(push.headers().get("X-Fitbit-Signature"), right)) {
      return new NotificationRejected(404);
    }
    JsonNode list = Json.parse(push.body().getBytes());
    if (!list.isArray()) {
      return new NotificationRejected(400);
    }
    List<ProviderNotification> hints = new ArrayList<>();
    for (LenientJson entry : LenientJson.of(list).list()) {
      toHint(entry).ifPresent(hints::add);
    }
    return new NotificationAccepted(204, hints);
  }

  /** Returns the end of a day in the last time zone; a grant that is valid later is a new one. */
  private static Instant endOf(LocalDate day) {
    return day.plusDays(1).atStartOfDay(LAST_ZONE).toInstant();
  }

  /** Returns empty for collections without a subscription. */
  private static Optional<ProviderNotification> toHint(LenientJson entry) {
    String owner = entry.text("ownerId");
    String collection = entry.text("collectionType");
    if (owner == null || collection == null) {
      return Optional.empty();
    }
    LocalDate day = entry.day("date");
    if (collection.equals(REVOKED)) {
      return Optional.of(
          ProviderNotification.revoked(owner)
              .withTime(Optional.ofNullable(day).map(FitbitNotificationParser::endOf)));
    }
    return Optional.ofNullable(FEEDS.get(collection))
        .map(
            feeds ->
                ProviderNotification.changed(
                    owner, feeds, day == null ? null : new FetchTarget.Days(day, day)));
  }
}
