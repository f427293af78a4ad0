package io.tributary.provider.withings;

import io.tributary.core.Times;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.vertx.core.MultiMap;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parser of unsigned form notifications, which are authenticated by the secret part of the URL.
 * Only user and kind are trusted; the days are read from the API.
 */
final class WithingsNotificationParser implements NotificationParser {
  private static final int MAX_DAYS = 365;

  @Override
  public NotificationResponse receive(NotificationRequest push) {
    return switch (push.method()) {
      case "HEAD", "GET" -> new Challenge(200, "text/plain", "");
      case "POST" -> parse(push);
      default -> new NotificationRejected(405);
    };
  }

  private static NotificationResponse parse(NotificationRequest push) {
    try {
      MultiMap form = form(push.body().toString(StandardCharsets.UTF_8));
      String user = form.get("userid");
      String appli = form.get("appli");
      return user == null || !user.matches("\\d{1,19}") || appli == null
          ? new NotificationRejected(400)
          : new NotificationAccepted(200, toHints(user, appli, form, push.now()));
    } catch (IllegalArgumentException e) {
      return new NotificationRejected(400);
    }
  }

  private static MultiMap form(String body) {
    MultiMap out = MultiMap.caseInsensitiveMultiMap();
    for (String pair : body.split("&")) {
      String[] kv = pair.split("=", 2);
      out.set(
          URLDecoder.decode(kv[0], StandardCharsets.UTF_8),
          kv.length < 2 ? "" : URLDecoder.decode(kv[1], StandardCharsets.UTF_8));
    }
    return out;
  }

  private static List<ProviderNotification> toHints(
      String user, String appli, MultiMap form, Instant now) {
    return switch (appli) {
      case "1", "2", "4", "44" -> changed(user, toTarget(form, now), WithingsFeed.DAYS);
      case "16" ->
          changed(
              user,
              toTarget(form, now),
              WithingsFeed.ACTIVITY,
              WithingsFeed.DAYS,
              WithingsFeed.WORKOUTS);
      case "54" -> changed(user, toTarget(form, now), WithingsFeed.HEART);
      case "46" ->
          Set.of("delete", "unlink").contains(Optional.ofNullable(form.get("action")).orElse(""))
              ? List.of(ProviderNotification.revoked(user))
              : List.of();
      // In and out of bed, and glucose: no data to read.
      default -> List.of();
    };
  }

  private static List<ProviderNotification> changed(
      String user, FetchTarget days, WithingsFeed... feeds) {
    return List.of(
        ProviderNotification.changed(
            user, Set.copyOf(Arrays.stream(feeds).map(WithingsFeed::storedName).toList()), days));
  }

  /**
   * Returns the local days that an interval may touch, up to now, and at most its last year. Null
   * if there is none.
   */
  private static FetchTarget toTarget(MultiMap form, Instant now) {
    LocalDate date = Times.parseDate(form.get("date")).orElse(null);
    if (date != null) {
      return new FetchTarget.Days(date, date);
    }
    Instant from = WithingsTime.epoch(form.get("startdate"));
    Instant to = WithingsTime.epoch(form.get("enddate"));
    if (from == null || to == null || to.isBefore(from) || from.isAfter(now)) {
      return null;
    }
    LocalDate first = from.atOffset(ZoneOffset.ofHours(-12)).toLocalDate();
    LocalDate last = (to.isAfter(now) ? now : to).atOffset(ZoneOffset.ofHours(14)).toLocalDate();
    LocalDate earliest = last.minusDays(MAX_DAYS - 1);
    return new FetchTarget.Days(first.isBefore(earliest) ? earliest : first, last);
  }
}
