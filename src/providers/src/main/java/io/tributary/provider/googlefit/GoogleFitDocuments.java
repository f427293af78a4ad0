package io.tributary.provider.googlefit;

import io.tributary.core.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/** Keys and dates of raw documents: readings are stored by UTC day, others one by one. */
final class GoogleFitDocuments {
  static final DocumentKeys KEYS = rules();

  private GoogleFitDocuments() {}

  private static DocumentKeys rules() {
    DocumentKeys rules = new DocumentKeys();
    for (GoogleFitFeed feed : GoogleFitFeed.values()) {
      feed.plan().mainKinds().forEach(kind -> register(rules, feed, kind));
      feed.plan().completingKinds().forEach(kind -> register(rules, feed, kind));
    }
    return rules;
  }

  private static void register(DocumentKeys rules, GoogleFitFeed feed, GoogleFitDocumentKind kind) {
    Set<Resource> made = feed.resources();
    switch (kind) {
      case DAY_STEPS, DAY_EXPENDED, DAY_BMR, DAY_DISTANCE ->
          rules.perDocument(kind, (doc, facts) -> day(kind, doc, facts));
      case STEPS, DISTANCE, EXPENDED, BMR ->
          rules.byUtcDay(
              kind, made, (doc, facts) -> doc.epoch("startTimeMillis", ChronoUnit.MILLIS));
      case HEART, GLUCOSE, PRESSURE, OXYGEN, TEMPERATURE, WATER, SEGMENT ->
          rules.byUtcDay(
              kind, made, (doc, facts) -> GoogleFitTime.start(doc.child(GoogleFitClient.POINT)));
      case WEIGHT, FAT -> rules.perDocument(kind, (doc, facts) -> weighed(kind, doc, facts));
      case HEIGHT -> rules.perDocument(kind, GoogleFitDocuments::height);
      case SLEEP -> rules.perDocument(kind, GoogleFitDocuments::sleep);
      case WORKOUT -> rules.perDocument(kind, GoogleFitDocuments::workout);
      case SLEEP_HEART, WORKOUT_HEART, WORKOUT_EXPENDED, WORKOUT_DISTANCE ->
          rules.perDocument(kind, (doc, facts) -> sessionDocument(kind, made, doc, facts));
    }
  }

  private static RawDocumentBuilder day(
      GoogleFitDocumentKind kind, LenientJson doc, AccountContext facts) {
    Instant begin = doc.epoch("startTimeMillis", ChronoUnit.MILLIS);
    LocalDate day = begin == null ? null : GoogleFitDays.day(begin, GoogleFitTime.dayZone(facts));
    String key = day == null ? null : day.toString();
    return RawDocumentBuilder.of(kind, doc)
        .key(key)
        .endpoints("activity")
        .resources(Resource.ACTIVITY)
        .record(Resource.ACTIVITY, key)
        .day(day);
  }

  private static RawDocumentBuilder weighed(
      GoogleFitDocumentKind kind, LenientJson doc, AccountContext facts) {
    OffsetInstant at = at(doc, facts);
    String moment = at == null ? null : Times.format(at.at());
    return RawDocumentBuilder.of(kind, doc)
        .key(moment == null ? null : moment + " " + GoogleFitPoint.of(doc).source().type().wire())
        .endpoints("body")
        .resources(
            Resource.BODY, kind == GoogleFitDocumentKind.FAT ? Resource.FAT : Resource.WEIGHT)
        .record(Resource.BODY, moment)
        .dayIfAbsent(at)
        .at(at)
        .span(at, at);
  }

  private static RawDocumentBuilder height(LenientJson doc, AccountContext facts) {
    OffsetInstant at = at(doc, facts);
    return RawDocumentBuilder.of(GoogleFitDocumentKind.HEIGHT, doc)
        .key(at == null ? null : at.at().toString())
        .endpoints("profile")
        .resources(Resource.PROFILE)
        .record(Resource.PROFILE, "profile")
        .at(at);
  }

  private static RawDocumentBuilder sleep(LenientJson doc, AccountContext facts) {
    OffsetInstant start = GoogleFitTime.begin(doc, facts);
    OffsetInstant end = GoogleFitTime.end(doc, facts);
    String key = doc.id("id");
    return RawDocumentBuilder.of(GoogleFitDocumentKind.SLEEP, doc)
        .key(key)
        .endpoints("sleep")
        .resources(Resource.SLEEP, Resource.SLEEP_CYCLE)
        .record(Resource.SLEEP, key)
        .record(Resource.SLEEP_CYCLE, key)
        .dayIfAbsent(end)
        .at(end)
        .span(start, end);
  }

  private static RawDocumentBuilder workout(LenientJson doc, AccountContext facts) {
    OffsetInstant start = GoogleFitTime.begin(doc, facts);
    String key = doc.id("id");
    return RawDocumentBuilder.of(GoogleFitDocumentKind.WORKOUT, doc)
        .key(key)
        .endpoints("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, key)
        .dayIfAbsent(start)
        .at(start)
        .span(start, GoogleFitTime.end(doc, facts));
  }

  /** Returns a document on the day of its session: where a sleep ends, or a workout begins. */
  private static RawDocumentBuilder sessionDocument(
      GoogleFitDocumentKind kind, Set<Resource> made, LenientJson doc, AccountContext facts) {
    OffsetInstant at =
        kind == GoogleFitDocumentKind.SLEEP_HEART
            ? GoogleFitTime.end(doc, facts)
            : GoogleFitTime.begin(doc, facts);
    return RawDocumentBuilder.of(kind, doc)
        .key(doc.id(GoogleFitClient.SESSION))
        .resources(made)
        .dayIfAbsent(at)
        .at(at);
  }

  private static OffsetInstant at(LenientJson doc, AccountContext facts) {
    Instant at = GoogleFitTime.start(doc.child(GoogleFitClient.POINT));
    return at == null ? null : OffsetInstant.inZone(OffsetInstant.zone(facts.zone()), at);
  }
}
