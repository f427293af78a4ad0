package io.tributary.provider.googlehealth;

import io.tributary.kernel.Json;
import io.tributary.provider.Inbound;
import io.tributary.provider.Signatures;
import io.tributary.provider.Wanted;
import io.tributary.provider.doc.Doc;
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
 * Notices with a word that both sides know: whose, of which type and of which times; the days are
 * read. The vendor verifies the address with the word and without it, and wants to be refused then.
 */
final class GoogleInbound implements Inbound {
  private static final int LONGEST_DAYS = 365;

  /** Types that are told of, with what is read again. Sums of days follow from them. */
  static final Map<String, Set<GoogleFeed>> TYPES =
      Map.ofEntries(
          type(GoogleKind.STEPS, GoogleFeed.STEPS, GoogleFeed.ACTIVITY, GoogleFeed.ENERGY),
          type(GoogleKind.DISTANCE, GoogleFeed.DISTANCE, GoogleFeed.ACTIVITY),
          type(GoogleKind.FLOORS, GoogleFeed.FLOORS, GoogleFeed.ACTIVITY),
          type(GoogleKind.EXERCISE, GoogleFeed.WORKOUTS, GoogleFeed.ACTIVITY, GoogleFeed.ENERGY),
          type(GoogleKind.RESTING, GoogleFeed.ACTIVITY),
          type(GoogleKind.SLEEP, GoogleFeed.SLEEP),
          type(GoogleKind.HEART_RATE, GoogleFeed.HEART),
          type(GoogleKind.HRV, GoogleFeed.HRV),
          type(GoogleKind.BREATH, GoogleFeed.BREATH),
          type(GoogleKind.VO2_MAX, GoogleFeed.VO2_MAX),
          type(GoogleKind.WEIGHT, GoogleFeed.BODY),
          type(GoogleKind.FAT, GoogleFeed.BODY),
          type(GoogleKind.HEIGHT, GoogleFeed.PROFILE),
          type(GoogleKind.GLUCOSE, GoogleFeed.GLUCOSE),
          type(GoogleKind.WATER, GoogleFeed.WATER));

  private static Map.Entry<String, Set<GoogleFeed>> type(GoogleKind kind, GoogleFeed... feeds) {
    return Map.entry(kind.type(), Set.of(feeds));
  }

  @Override
  public Answer receive(Push push) {
    if (!push.method().equals("POST")) {
      return new Refuse(405);
    }
    String told = push.headers().get("Authorization");
    boolean ours = Signatures.same(told, GoogleWord.of(push.app(), push.hookSecret()));
    // The one of the subscription stays good when the application's secret was changed.
    if (!ours && !Signatures.same(told, push.pushSecret().orElse(""))) {
      return new Refuse(401);
    }
    Doc body = Doc.loose(Json.parse(push.body().getBytes()));
    return "verification".equals(body.text("type"))
        ? new Challenge(200, "text/plain", "")
        : new Take(204, hints(body.child("data"), push.now()));
  }

  private static List<Hint> hints(Doc data, Instant now) {
    String user = data.requiredText("healthUserId");
    Set<GoogleFeed> feeds = TYPES.getOrDefault(data.requiredText("dataType"), Set.of());
    if ("DELETE".equals(data.text("operation"))) {
      // What was deleted stays here, but the sums of its day are others now.
      feeds = feeds.contains(GoogleFeed.ACTIVITY) ? Set.of(GoogleFeed.ACTIVITY) : Set.of();
    }
    if (feeds.isEmpty()) {
      return List.of();
    }
    Set<String> names = feeds.stream().map(GoogleFeed::wire).collect(Collectors.toSet());
    List<Wanted> spans =
        data.list("intervals").stream()
            .map(i -> i.child("physicalTimeInterval"))
            .flatMap(span -> days(span, now).stream())
            .distinct()
            .toList();
    List<Hint> out = new ArrayList<>();
    (spans.isEmpty() ? Stream.of((Wanted) null) : spans.stream())
        .forEach(span -> out.add(Hint.changed(user, names, span)));
    return out;
  }

  /** Local days that a span of instants may be of, up to now; of a longer one the last year. */
  private static List<Wanted> days(Doc span, Instant now) {
    Instant from = span.instant("startTime");
    Instant to = span.instant("endTime");
    if (from == null || to == null || to.isBefore(from) || from.isAfter(now)) {
      return List.of();
    }
    LocalDate first = from.atOffset(ZoneOffset.ofHours(-12)).toLocalDate();
    LocalDate last = (to.isAfter(now) ? now : to).atOffset(ZoneOffset.ofHours(14)).toLocalDate();
    LocalDate earliest = last.minusDays(LONGEST_DAYS - 1L);
    return List.of(new Wanted.Days(first.isBefore(earliest) ? earliest : first, last));
  }
}
