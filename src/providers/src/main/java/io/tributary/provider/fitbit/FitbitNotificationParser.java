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
  private static final ZoneOffset LAST = ZoneOffset.ofHours(-12);

  private static final Map<String, Set<String>> FEEDS =
      Map.of(
          "activities",
          names(FitbitFeed.DAY, FitbitFeed.MINUTES, FitbitFeed.HEART, FitbitFeed.WORKOUTS),
          "sleep",
          names(
              FitbitFeed.SLEEP, FitbitFeed.VARIABILITY, FitbitFeed.OXYGEN, FitbitFeed.TEMPERATURE),
          "body",
          names(FitbitFeed.WEIGHT),
          "foods",
          names(FitbitFeed.FOOD));

  private static Set<String> names(FitbitFeed... feeds) {
    return Set.copyOf(List.of(feeds).stream().map(FitbitFeed::wire).toList());
  }

  @Override
  public Answer receive(Push push) {
    return switch (push.method()) {
      case "GET" -> check(push);
      case "POST" -> notices(push);
      default -> new Refuse(405);
    };
  }

  private static Answer check(Push push) {
    String asked = push.query().get("verify");
    return words(push.app()).stream()
        .filter(word -> WebhookSignatures.same(asked, word))
        .findFirst()
        .<Answer>map(word -> new Checked(204, word))
        .orElseGet(() -> new Refuse(404));
  }

  /** Returns the verification codes of the application's subscribers; each has its own. */
  static List<String> words(AppCredentials app) {
    return NotificationParser.verifyTokens(app.details());
  }

  private static Answer notices(Push push) {
    String right =
        WebhookSignatures.base64(
            WebhookSignatures.hmacSha1(push.app().clientSecret() + "&", push.body().getBytes()));
    if (push.app().clientSecret().isEmpty()
        || !WebhookSignatures.same(push.headers().get("X-Fitbit-Signature"), right)) {
      return new Refuse(404);
    }
    JsonNode list = Json.parse(push.body().getBytes());
    if (!list.isArray()) {
      return new Refuse(400);
    }
    List<Hint> hints = new ArrayList<>();
    for (LenientJson entry : LenientJson.of(list).list()) {
      hint(entry).ifPresent(hints::add);
    }
    return new Take(204, hints);
  }

  /** Returns the end of a day in the last time zone; a grant that is valid later is a new one. */
  private static Instant endOf(LocalDate day) {
    return day.plusDays(1).atStartOfDay(LAST).toInstant();
  }

  /** Returns empty for collections without a subscription. */
  private static Optional<Hint> hint(LenientJson entry) {
    String owner = entry.text("ownerId");
    String collection = entry.text("collectionType");
    if (owner == null || collection == null) {
      return Optional.empty();
    }
    LocalDate day = entry.day("date");
    if (collection.equals(REVOKED)) {
      return Optional.of(
          Hint.revoked(owner)
              .happened(Optional.ofNullable(day).map(FitbitNotificationParser::endOf)));
    }
    return Optional.ofNullable(FEEDS.get(collection))
        .map(
            feeds ->
                Hint.changed(owner, feeds, day == null ? null : new FetchTarget.Days(day, day)));
  }
}
