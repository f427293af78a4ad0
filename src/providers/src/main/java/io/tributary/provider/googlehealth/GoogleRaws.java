package io.tributary.provider.googlehealth;

import io.tributary.kernel.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Raw;
import io.tributary.provider.doc.RawRules;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.function.Function;

/** How documents are kept: readings by UTC day, all others each by itself. */
final class GoogleRaws {
  static final RawRules RULES = rules();

  private GoogleRaws() {}

  private static RawRules rules() {
    RawRules rules = new RawRules();
    for (GoogleFeed feed : GoogleFeed.values()) {
      feed.plan().main().forEach(kind -> keep(rules, feed, kind));
      feed.plan().beside().forEach(kind -> keep(rules, feed, kind));
    }
    return rules;
  }

  private static void keep(RawRules rules, GoogleFeed feed, GoogleKind kind) {
    Set<Resource> made = feed.resources();
    switch (kind) {
      case WEIGHT, FAT -> rules.each(kind, (doc, facts) -> weighed(kind, doc, facts));
      case SLEEP -> rules.each(kind, GoogleRaws::sleep);
      case EXERCISE -> rules.each(kind, GoogleRaws::exercise);
      case WATER -> rules.each(kind, GoogleRaws::drunk);
      case HEIGHT -> rules.each(kind, GoogleRaws::height);
      case BREATH, RESTING ->
          rules.each(
              kind,
              (doc, facts) -> onDay(kind, doc, orNull(kind, doc, facts, GooglePoint::date), feed));
      case DAY_STEPS, DAY_DISTANCE, DAY_FLOORS, DAY_CALORIES, DAY_ENERGY ->
          rules.each(
              kind,
              (doc, facts) ->
                  onDay(kind, doc, orNull(kind, doc, facts, p -> GoogleDays.day(p.doc())), feed));
      case ENERGY -> rules.byUtcDay(kind, made, (doc, facts) -> doc.instant("startTime"));
      case STEPS, DISTANCE, FLOORS ->
          rules.byUtcDay(
              kind, made, (doc, facts) -> at(orNull(kind, doc, facts, GooglePoint::start)));
      case VO2_MAX, HEART_RATE, HRV, OXYGEN, TEMPERATURE, GLUCOSE ->
          rules.byUtcDay(
              kind, made, (doc, facts) -> at(orNull(kind, doc, facts, GooglePoint::sampled)));
    }
  }

  /** The local day on which a sleep ends; null when that cannot be read. */
  static LocalDate ending(Doc doc, AccountFacts facts) {
    Stamp end = orNull(GoogleKind.SLEEP, doc, facts, GooglePoint::end);
    return end == null ? null : end.date();
  }

  private static Raw onDay(GoogleKind kind, Doc doc, LocalDate day, GoogleFeed feed) {
    Raw raw =
        Raw.of(kind, doc)
            .key(day == null ? null : day.toString())
            .resources(feed.resources())
            .day(day);
    return feed == GoogleFeed.ACTIVITY
        ? raw.shown("activity").record(Resource.ACTIVITY, day == null ? null : day.toString())
        : raw;
  }

  private static Raw weighed(GoogleKind kind, Doc doc, AccountFacts facts) {
    GooglePoint point = GooglePoint.of(kind, doc, facts);
    Stamp at = orNull(kind, doc, facts, GooglePoint::sampled);
    String moment = at == null ? null : Times.wire(at.at());
    return Raw.of(kind, doc)
        .key(point.name())
        .keyElse(moment)
        .shown("body")
        .resources(Resource.BODY, kind == GoogleKind.FAT ? Resource.FAT : Resource.WEIGHT)
        .record(Resource.BODY, moment)
        .dayElse(at)
        .at(at)
        .span(at, at);
  }

  private static Raw sleep(Doc doc, AccountFacts facts) {
    Stamp start = orNull(GoogleKind.SLEEP, doc, facts, GooglePoint::start);
    Stamp end = orNull(GoogleKind.SLEEP, doc, facts, GooglePoint::end);
    String key = orNull(GoogleKind.SLEEP, doc, facts, GoogleSleep::key);
    return Raw.of(GoogleKind.SLEEP, doc)
        .key(key)
        .shown("sleep")
        .resources(Resource.SLEEP, Resource.SLEEP_CYCLE)
        .record(Resource.SLEEP, key)
        .record(Resource.SLEEP_CYCLE, key)
        .dayElse(end)
        .at(end)
        .span(start, end);
  }

  private static Raw exercise(Doc doc, AccountFacts facts) {
    Stamp start = orNull(GoogleKind.EXERCISE, doc, facts, GooglePoint::start);
    Stamp end = orNull(GoogleKind.EXERCISE, doc, facts, GooglePoint::end);
    String key = orNull(GoogleKind.EXERCISE, doc, facts, GoogleExercise::key);
    return Raw.of(GoogleKind.EXERCISE, doc)
        .key(key)
        .shown("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, key)
        .dayElse(start)
        .at(start)
        .span(start, end);
  }

  private static Raw drunk(Doc doc, AccountFacts facts) {
    Stamp start = orNull(GoogleKind.WATER, doc, facts, GooglePoint::start);
    return Raw.of(GoogleKind.WATER, doc)
        .key(GooglePoint.of(GoogleKind.WATER, doc, facts).name())
        .keyElse(start == null ? null : start.at().toString())
        .resources(Resource.WATER)
        .dayElse(start)
        .at(start)
        .span(start, start);
  }

  private static Raw height(Doc doc, AccountFacts facts) {
    Stamp at = orNull(GoogleKind.HEIGHT, doc, facts, GooglePoint::sampled);
    return Raw.of(GoogleKind.HEIGHT, doc)
        .key(GooglePoint.of(GoogleKind.HEIGHT, doc, facts).name())
        .keyElse(at == null ? null : at.at().toString())
        .shown("profile")
        .resources(Resource.PROFILE)
        .record(Resource.PROFILE, "profile")
        .at(at);
  }

  private static Instant at(Stamp stamp) {
    return stamp == null ? null : stamp.at();
  }

  /** What cannot be read is not kept under a time. */
  private static <T> T orNull(
      GoogleKind kind, Doc doc, AccountFacts facts, Function<GooglePoint, T> read) {
    try {
      return read.apply(GooglePoint.of(kind, doc, facts));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
