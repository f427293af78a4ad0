package io.tributary.provider.googlefit;

import io.tributary.kernel.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Raw;
import io.tributary.provider.doc.RawRules;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/** How documents are kept: readings by UTC day, all others each by itself. */
final class FitRaws {
  static final RawRules RULES = rules();

  private FitRaws() {}

  private static RawRules rules() {
    RawRules rules = new RawRules();
    for (FitFeed feed : FitFeed.values()) {
      feed.plan().main().forEach(kind -> keep(rules, feed, kind));
      feed.plan().beside().forEach(kind -> keep(rules, feed, kind));
    }
    return rules;
  }

  private static void keep(RawRules rules, FitFeed feed, FitKind kind) {
    Set<Resource> made = feed.resources();
    switch (kind) {
      case DAY_STEPS, DAY_EXPENDED, DAY_BMR, DAY_DISTANCE ->
          rules.each(kind, (doc, facts) -> day(kind, doc, facts));
      case STEPS, DISTANCE, EXPENDED, BMR ->
          rules.byUtcDay(
              kind, made, (doc, facts) -> doc.epoch("startTimeMillis", ChronoUnit.MILLIS));
      case HEART, GLUCOSE, PRESSURE, OXYGEN, TEMPERATURE, WATER, SEGMENT ->
          rules.byUtcDay(kind, made, (doc, facts) -> FitTime.start(doc.child(FitSource.POINT)));
      case WEIGHT, FAT -> rules.each(kind, (doc, facts) -> weighed(kind, doc, facts));
      case HEIGHT -> rules.each(kind, FitRaws::height);
      case SLEEP -> rules.each(kind, FitRaws::sleep);
      case WORKOUT -> rules.each(kind, FitRaws::workout);
      case SLEEP_HEART, WORKOUT_HEART, WORKOUT_EXPENDED, WORKOUT_DISTANCE ->
          rules.each(kind, (doc, facts) -> within(kind, made, doc, facts));
    }
  }

  private static Raw day(FitKind kind, Doc doc, AccountFacts facts) {
    Instant begin = doc.epoch("startTimeMillis", ChronoUnit.MILLIS);
    LocalDate day = begin == null ? null : FitDays.day(begin, FitTime.cut(facts));
    String key = day == null ? null : day.toString();
    return Raw.of(kind, doc)
        .key(key)
        .shown("activity")
        .resources(Resource.ACTIVITY)
        .record(Resource.ACTIVITY, key)
        .day(day);
  }

  private static Raw weighed(FitKind kind, Doc doc, AccountFacts facts) {
    Stamp at = at(doc, facts);
    String moment = at == null ? null : Times.wire(at.at());
    return Raw.of(kind, doc)
        .key(moment == null ? null : moment + " " + FitPoint.of(doc).source().type().wire())
        .shown("body")
        .resources(Resource.BODY, kind == FitKind.FAT ? Resource.FAT : Resource.WEIGHT)
        .record(Resource.BODY, moment)
        .dayElse(at)
        .at(at)
        .span(at, at);
  }

  private static Raw height(Doc doc, AccountFacts facts) {
    Stamp at = at(doc, facts);
    return Raw.of(FitKind.HEIGHT, doc)
        .key(at == null ? null : at.at().toString())
        .shown("profile")
        .resources(Resource.PROFILE)
        .record(Resource.PROFILE, "profile")
        .at(at);
  }

  private static Raw sleep(Doc doc, AccountFacts facts) {
    Stamp start = FitTime.begin(doc, facts);
    Stamp end = FitTime.end(doc, facts);
    String key = doc.id("id");
    return Raw.of(FitKind.SLEEP, doc)
        .key(key)
        .shown("sleep")
        .resources(Resource.SLEEP, Resource.SLEEP_CYCLE)
        .record(Resource.SLEEP, key)
        .record(Resource.SLEEP_CYCLE, key)
        .dayElse(end)
        .at(end)
        .span(start, end);
  }

  private static Raw workout(Doc doc, AccountFacts facts) {
    Stamp start = FitTime.begin(doc, facts);
    String key = doc.id("id");
    return Raw.of(FitKind.WORKOUT, doc)
        .key(key)
        .shown("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, key)
        .dayElse(start)
        .at(start)
        .span(start, FitTime.end(doc, facts));
  }

  /** On the day of its session: that of the end of a sleep, that of the begin of a workout. */
  private static Raw within(FitKind kind, Set<Resource> made, Doc doc, AccountFacts facts) {
    Stamp at = kind == FitKind.SLEEP_HEART ? FitTime.end(doc, facts) : FitTime.begin(doc, facts);
    return Raw.of(kind, doc).key(doc.id(FitSource.SESSION)).resources(made).dayElse(at).at(at);
  }

  private static Stamp at(Doc doc, AccountFacts facts) {
    Instant at = FitTime.start(doc.child(FitSource.POINT));
    return at == null ? null : Stamp.in(Stamp.zone(facts.zone()), at);
  }
}
