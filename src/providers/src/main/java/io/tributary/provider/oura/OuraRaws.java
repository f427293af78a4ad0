package io.tributary.provider.oura;

import static io.tributary.provider.oura.OuraCollection.DAILY_ACTIVITY;
import static io.tributary.provider.oura.OuraCollection.DAILY_READINESS;
import static io.tributary.provider.oura.OuraCollection.DAILY_SLEEP;
import static io.tributary.provider.oura.OuraCollection.DAILY_SPO2;
import static io.tributary.provider.oura.OuraCollection.HEARTRATE;
import static io.tributary.provider.oura.OuraCollection.PERSONAL_INFO;
import static io.tributary.provider.oura.OuraCollection.RING_CONFIGURATION;
import static io.tributary.provider.oura.OuraCollection.SESSION;
import static io.tributary.provider.oura.OuraCollection.SLEEP;
import static io.tributary.provider.oura.OuraCollection.VO2_MAX;
import static io.tributary.provider.oura.OuraCollection.WORKOUT;

import io.tributary.kernel.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Raw;
import io.tributary.provider.doc.RawRules;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;

/**
 * The documents of a window as they are kept. Heart rates, which come one by one, are kept by UTC
 * day, because a window always reads whole ones.
 */
final class OuraRaws {
  private static final Set<Resource> OF_NIGHT =
      Set.of(
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.HRV,
          Resource.RESPIRATORY_RATE,
          Resource.BODY_TEMPERATURE_DELTA,
          Resource.HEARTRATE,
          Resource.BLOOD_OXYGEN);

  static final RawRules RULES =
      new RawRules()
          .each(PERSONAL_INFO, OuraRaws::personal)
          .each(
              RING_CONFIGURATION,
              (doc, facts) -> Raw.of(RING_CONFIGURATION, doc).key(doc.text("id")).shown("devices"))
          .each(DAILY_ACTIVITY, OuraRaws::activity)
          .each(SLEEP, OuraRaws::sleep)
          .each(DAILY_SLEEP, (doc, facts) -> daily(DAILY_SLEEP, doc).resources(Resource.SLEEP))
          .each(
              DAILY_READINESS,
              (doc, facts) ->
                  daily(DAILY_READINESS, doc)
                      .resources(Resource.SLEEP, Resource.BODY_TEMPERATURE_DELTA))
          .byUtcDay(HEARTRATE, Set.of(Resource.HEARTRATE), OuraRaws::heartRate)
          .each(WORKOUT, OuraRaws::workout)
          .each(SESSION, OuraRaws::session)
          .each(DAILY_SPO2, (doc, facts) -> daily(DAILY_SPO2, doc).resources(Resource.BLOOD_OXYGEN))
          .each(VO2_MAX, OuraRaws::vo2);

  private OuraRaws() {}

  private static Raw personal(Doc doc, AccountFacts facts) {
    ZoneId zone = facts.zone().orElse(ZoneOffset.UTC);
    Instant at = facts.connectedAt();
    return Raw.of(PERSONAL_INFO, doc)
        .key("personal_info")
        .shown("profile", "body")
        .resources(Resource.PROFILE, Resource.BODY)
        .record(Resource.PROFILE, "profile")
        .record(Resource.BODY, Times.wire(at))
        .day(at.atZone(zone).toLocalDate())
        .at(at);
  }

  /** One document per day: a new one of the same day takes its place, whatever its id. */
  private static Raw daily(OuraCollection kind, Doc doc) {
    LocalDate day = doc.day("day");
    return Raw.of(kind, doc)
        .key(day == null ? null : day.toString())
        .day(day)
        .at(day == null ? null : day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private static Raw activity(Doc doc, AccountFacts facts) {
    LocalDate day = doc.day("day");
    Stamp at = doc.stamp("timestamp", facts.zone());
    Raw raw =
        daily(DAILY_ACTIVITY, doc)
            .shown("activity")
            .resources(Resource.ACTIVITY)
            .record(Resource.ACTIVITY, day == null ? null : day.toString());
    return at == null ? raw : raw.at(at);
  }

  private static Raw sleep(Doc doc, AccountFacts facts) {
    Stamp start = doc.stamp("bedtime_start", facts.zone());
    Stamp end = doc.stamp("bedtime_end", facts.zone());
    String id = doc.text("id");
    String key = id == null && start != null ? Times.wire(start.at()) : id;
    return Raw.of(SLEEP, doc)
        .key(key)
        .shown("sleep")
        .resources(OF_NIGHT)
        .record(Resource.SLEEP, key)
        .record(Resource.SLEEP_CYCLE, key)
        .day(doc.day("day"))
        .dayElse(end)
        .at(end)
        .span(start, end);
  }

  private static Raw workout(Doc doc, AccountFacts facts) {
    Stamp start = doc.stamp("start_datetime", facts.zone());
    return Raw.of(WORKOUT, doc)
        .key(doc.text("id"))
        .shown("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, doc.text("id"))
        .day(doc.day("day"))
        .dayElse(start)
        .at(start)
        .span(start, doc.stamp("end_datetime", facts.zone()));
  }

  private static Raw session(Doc doc, AccountFacts facts) {
    Stamp start = doc.stamp("start_datetime", facts.zone());
    return Raw.of(SESSION, doc)
        .key(doc.text("id"))
        .resources(Resource.MINDFULNESS_MINUTES)
        .day(doc.day("day"))
        .dayElse(start)
        .at(start)
        .span(start, start);
  }

  private static Raw vo2(Doc doc, AccountFacts facts) {
    Stamp at = doc.stamp("timestamp", facts.zone());
    return Raw.of(VO2_MAX, doc)
        .key(doc.text("id"))
        .keyElse(at == null ? null : Times.wire(at.at()))
        .resources(Resource.VO2_MAX)
        .day(doc.day("day"))
        .at(at)
        .span(at, at);
  }

  private static Instant heartRate(Doc doc, AccountFacts facts) {
    Stamp at = doc.stamp("timestamp", facts.zone());
    return at == null ? null : at.at();
  }
}
