package io.tributary.provider.googlehealth;

import io.tributary.core.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.function.Function;

/** Keys and dates of raw documents: readings are stored by UTC day, others one by one. */
final class GoogleHealthDocuments {
  static final DocumentKeys KEYS = rules();

  private GoogleHealthDocuments() {}

  private static DocumentKeys rules() {
    DocumentKeys rules = new DocumentKeys();
    for (GoogleHealthFeed feed : GoogleHealthFeed.values()) {
      feed.plan().mainKinds().forEach(kind -> register(rules, feed, kind));
      feed.plan().completingKinds().forEach(kind -> register(rules, feed, kind));
    }
    return rules;
  }

  private static void register(
      DocumentKeys rules, GoogleHealthFeed feed, GoogleHealthDocumentKind kind) {
    Set<Resource> made = feed.resources();
    switch (kind) {
      case WEIGHT, FAT -> rules.perDocument(kind, (doc, facts) -> weighed(kind, doc, facts));
      case SLEEP -> rules.perDocument(kind, GoogleHealthDocuments::sleep);
      case EXERCISE -> rules.perDocument(kind, GoogleHealthDocuments::exercise);
      case WATER -> rules.perDocument(kind, GoogleHealthDocuments::water);
      case HEIGHT -> rules.perDocument(kind, GoogleHealthDocuments::height);
      case BREATH, RESTING ->
          rules.perDocument(
              kind,
              (doc, facts) ->
                  ofDay(kind, doc, orNull(kind, doc, facts, GoogleHealthPoint::date), feed));
      case DAY_STEPS, DAY_DISTANCE, DAY_FLOORS, DAY_CALORIES, DAY_ENERGY ->
          rules.perDocument(
              kind,
              (doc, facts) ->
                  ofDay(
                      kind,
                      doc,
                      orNull(kind, doc, facts, p -> GoogleHealthDays.day(p.doc())),
                      feed));
      case ENERGY -> rules.byUtcDay(kind, made, (doc, facts) -> doc.instant("startTime"));
      case STEPS, DISTANCE, FLOORS ->
          rules.byUtcDay(
              kind, made, (doc, facts) -> at(orNull(kind, doc, facts, GoogleHealthPoint::start)));
      case VO2_MAX, HEART_RATE, HRV, OXYGEN, TEMPERATURE, GLUCOSE ->
          rules.byUtcDay(
              kind,
              made,
              (doc, facts) -> at(orNull(kind, doc, facts, GoogleHealthPoint::sampleTime)));
    }
  }

  /** Returns the local day on which a sleep ends; null if unreadable. */
  static LocalDate endDay(LenientJson doc, AccountContext facts) {
    OffsetInstant end = orNull(GoogleHealthDocumentKind.SLEEP, doc, facts, GoogleHealthPoint::end);
    return end == null ? null : end.date();
  }

  private static RawDocumentBuilder ofDay(
      GoogleHealthDocumentKind kind, LenientJson doc, LocalDate day, GoogleHealthFeed feed) {
    RawDocumentBuilder raw =
        RawDocumentBuilder.of(kind, doc)
            .key(day == null ? null : day.toString())
            .resources(feed.resources())
            .day(day);
    return feed == GoogleHealthFeed.ACTIVITY
        ? raw.endpoints("activity").record(Resource.ACTIVITY, day == null ? null : day.toString())
        : raw;
  }

  private static RawDocumentBuilder weighed(
      GoogleHealthDocumentKind kind, LenientJson doc, AccountContext facts) {
    GoogleHealthPoint point = GoogleHealthPoint.of(kind, doc, facts);
    OffsetInstant at = orNull(kind, doc, facts, GoogleHealthPoint::sampleTime);
    String moment = at == null ? null : Times.format(at.at());
    return RawDocumentBuilder.of(kind, doc)
        .key(point.name())
        .keyIfAbsent(moment)
        .endpoints("body")
        .resources(
            Resource.BODY, kind == GoogleHealthDocumentKind.FAT ? Resource.FAT : Resource.WEIGHT)
        .record(Resource.BODY, moment)
        .dayIfAbsent(at)
        .at(at)
        .span(at, at);
  }

  private static RawDocumentBuilder sleep(LenientJson doc, AccountContext facts) {
    OffsetInstant start =
        orNull(GoogleHealthDocumentKind.SLEEP, doc, facts, GoogleHealthPoint::start);
    OffsetInstant end = orNull(GoogleHealthDocumentKind.SLEEP, doc, facts, GoogleHealthPoint::end);
    String key = orNull(GoogleHealthDocumentKind.SLEEP, doc, facts, GoogleHealthSleep::key);
    return RawDocumentBuilder.of(GoogleHealthDocumentKind.SLEEP, doc)
        .key(key)
        .endpoints("sleep")
        .resources(Resource.SLEEP, Resource.SLEEP_CYCLE)
        .record(Resource.SLEEP, key)
        .record(Resource.SLEEP_CYCLE, key)
        .dayIfAbsent(end)
        .at(end)
        .span(start, end);
  }

  private static RawDocumentBuilder exercise(LenientJson doc, AccountContext facts) {
    OffsetInstant start =
        orNull(GoogleHealthDocumentKind.EXERCISE, doc, facts, GoogleHealthPoint::start);
    OffsetInstant end =
        orNull(GoogleHealthDocumentKind.EXERCISE, doc, facts, GoogleHealthPoint::end);
    String key = orNull(GoogleHealthDocumentKind.EXERCISE, doc, facts, GoogleHealthExercise::key);
    return RawDocumentBuilder.of(GoogleHealthDocumentKind.EXERCISE, doc)
        .key(key)
        .endpoints("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, key)
        .dayIfAbsent(start)
        .at(start)
        .span(start, end);
  }

  private static RawDocumentBuilder water(LenientJson doc, AccountContext facts) {
    OffsetInstant start =
        orNull(GoogleHealthDocumentKind.WATER, doc, facts, GoogleHealthPoint::start);
    return RawDocumentBuilder.of(GoogleHealthDocumentKind.WATER, doc)
        .key(GoogleHealthPoint.of(GoogleHealthDocumentKind.WATER, doc, facts).name())
        .keyIfAbsent(start == null ? null : start.at().toString())
        .resources(Resource.WATER)
        .dayIfAbsent(start)
        .at(start)
        .span(start, start);
  }

  private static RawDocumentBuilder height(LenientJson doc, AccountContext facts) {
    OffsetInstant at =
        orNull(GoogleHealthDocumentKind.HEIGHT, doc, facts, GoogleHealthPoint::sampleTime);
    return RawDocumentBuilder.of(GoogleHealthDocumentKind.HEIGHT, doc)
        .key(GoogleHealthPoint.of(GoogleHealthDocumentKind.HEIGHT, doc, facts).name())
        .keyIfAbsent(at == null ? null : at.at().toString())
        .endpoints("profile")
        .resources(Resource.PROFILE)
        .record(Resource.PROFILE, "profile")
        .at(at);
  }

  private static Instant at(OffsetInstant stamp) {
    return stamp == null ? null : stamp.at();
  }

  /** Returns null for unreadable values; such a document is stored without a time. */
  private static <T> T orNull(
      GoogleHealthDocumentKind kind,
      LenientJson doc,
      AccountContext facts,
      Function<GoogleHealthPoint, T> read) {
    try {
      return read.apply(GoogleHealthPoint.of(kind, doc, facts));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
