package io.tributary.provider.withings;

import io.tributary.kernel.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Raw;
import io.tributary.provider.doc.RawRules;
import io.tributary.provider.doc.Reading;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;

/** How documents are kept, and how records come to be, in sentences. */
final class WithingsRaws {
  static final RawRules RULES =
      new RawRules()
          .each(WithingsKind.MEASURE, WithingsRaws::measure)
          .each(WithingsKind.ACTIVITY, WithingsRaws::activity)
          .each(WithingsKind.INTRADAY, WithingsRaws::intraday)
          .each(WithingsKind.WORKOUT, WithingsRaws::workout)
          .each(WithingsKind.SLEEP, WithingsRaws::sleep)
          .each(WithingsKind.STAGES, WithingsRaws::stages)
          .each(WithingsKind.HEART, WithingsRaws::heart)
          .each(WithingsKind.SIGNAL, WithingsRaws::signal)
          .each(WithingsKind.DEVICE, WithingsRaws::device);

  private static final Set<Resource> MEASURED =
      Set.of(
          Resource.BODY,
          Resource.WEIGHT,
          Resource.FAT,
          Resource.BLOOD_PRESSURE,
          Resource.BODY_TEMPERATURE,
          Resource.BLOOD_OXYGEN,
          Resource.VO2_MAX,
          Resource.HEARTRATE);
  private static final Set<Resource> MINUTES =
      Set.of(
          Resource.STEPS,
          Resource.DISTANCE,
          Resource.CALORIES_ACTIVE,
          Resource.HEARTRATE,
          Resource.BLOOD_OXYGEN);
  private static final Set<Resource> NIGHTS =
      Set.of(
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.HEARTRATE,
          Resource.HRV,
          Resource.RESPIRATORY_RATE);

  private WithingsRaws() {}

  private static Raw measure(Doc doc, AccountFacts facts) {
    Stamp at = WithingsTime.known(doc, "date", facts);
    return Raw.of(WithingsKind.MEASURE, doc)
        .key(doc.id("grpid"))
        .shown("body")
        .resources(MEASURED)
        .record(Resource.BODY, at == null ? null : Times.wire(at.at()))
        .dayElse(at)
        .at(at)
        .span(at, at);
  }

  private static Raw activity(Doc doc, AccountFacts facts) {
    LocalDate day = doc.day("date");
    return Raw.of(WithingsKind.ACTIVITY, doc)
        .key(WithingsActivities.key(doc))
        .shown("activity")
        .resources(Resource.ACTIVITY)
        .record(Resource.ACTIVITY, day == null ? null : day.toString())
        .day(day);
  }

  /** Of one local day: wherever that was, its minutes lie between these instants. */
  private static Raw intraday(Doc doc, AccountFacts facts) {
    LocalDate day = doc.day(Reading.ASKED_DAY);
    Instant start = day == null ? null : day.atStartOfDay(ZoneOffset.ofHours(14)).toInstant();
    Instant end =
        day == null ? null : day.plusDays(1).atStartOfDay(ZoneOffset.ofHours(-12)).toInstant();
    return Raw.of(WithingsKind.INTRADAY, doc)
        .key(day == null ? null : day.toString())
        .resources(MINUTES)
        .day(day)
        .at(start)
        .span(start, end);
  }

  private static Raw workout(Doc doc, AccountFacts facts) {
    Stamp start = WithingsTime.known(doc, "startdate", facts);
    return Raw.of(WithingsKind.WORKOUT, doc)
        .key(doc.id("id"))
        .shown("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, doc.id("id"))
        .dayElse(start)
        .at(start)
        .span(start, WithingsTime.known(doc, "enddate", facts));
  }

  private static Raw sleep(Doc doc, AccountFacts facts) {
    Stamp end = WithingsTime.known(doc, "enddate", facts);
    return Raw.of(WithingsKind.SLEEP, doc)
        .key(doc.id("id"))
        .shown("sleep")
        .resources(NIGHTS)
        .record(Resource.SLEEP, doc.id("id"))
        .record(Resource.SLEEP_CYCLE, doc.id("id"))
        .day(doc.day("date"))
        .dayElse(end)
        .at(end)
        .span(WithingsTime.known(doc, "startdate", facts), end);
  }

  private static Raw stages(Doc doc, AccountFacts facts) {
    Stamp end = WithingsTime.known(doc, "enddate", facts);
    return Raw.of(WithingsKind.STAGES, doc)
        .key(doc.id("sleep_id"))
        .resources(NIGHTS)
        .record(Resource.SLEEP_CYCLE, doc.id("sleep_id"))
        .day(doc.day("date"))
        .dayElse(end)
        .at(end)
        .span(WithingsTime.known(doc, "startdate", facts), end);
  }

  private static Raw heart(Doc doc, AccountFacts facts) {
    Stamp at = WithingsTime.known(doc, "timestamp", facts);
    return Raw.of(WithingsKind.HEART, doc)
        .key(doc.child("ecg").id("signalid"))
        .resources(WithingsFeed.HEART.resources())
        .record(Resource.ELECTROCARDIOGRAM, at == null ? null : Times.wire(at.at()))
        .dayElse(at)
        .at(at);
  }

  private static Raw signal(Doc doc, AccountFacts facts) {
    Stamp at = WithingsTime.known(doc, "timestamp", facts);
    Double hertz = doc.number("sampling_frequency", 1, 10_000);
    Stamp end =
        at == null || hertz == null
            ? null
            : at.plusSeconds((long) Math.ceil(doc.list("signal").size() / hertz));
    return Raw.of(WithingsKind.SIGNAL, doc)
        .key(doc.id("signalid"))
        .resources(WithingsFeed.HEART.resources())
        .dayElse(at)
        .at(at)
        .span(at, end);
  }

  private static Raw device(Doc doc, AccountFacts facts) {
    return Raw.of(WithingsKind.DEVICE, doc).key(doc.id("deviceid")).shown("devices");
  }

  static List<String> rules(Resource resource) {
    return switch (resource) {
      case BODY, WEIGHT, FAT ->
          List.of(
              "value times ten to the power of unit; groups that may be another person's (attrib 1)"
                  + " or of signing up (4) are left out, typed-in ones (2) are of the app",
              "muscle, water and bone are shares of the weight of the same moment");
      case BLOOD_PRESSURE, BODY_TEMPERATURE, BLOOD_OXYGEN, VO2_MAX ->
          List.of(
              "measures 9 and 10, 71 or else 12, 54, 123, at their moment; groups of attrib 1 and 4"
                  + " are left out");
      case ACTIVITY ->
          List.of(
              "one record per day of the vendor and source; soft, moderate and intense in minutes,"
                  + " elevation is floors",
              "entries of no tracker are of an unknown source; of several entries of a day and"
                  + " source the one with more steps is the record");
      case STEPS, DISTANCE, CALORIES_ACTIVE ->
          List.of("one sample per entry of a day's series; the zone is that of the day's activity");
      case HEARTRATE ->
          List.of(
              "series of days and of sleeps, and the pulse beside a blood pressure or a weight");
      case HRV, RESPIRATORY_RATE -> List.of("rmssd and rr of a sleep's segments, by their seconds");
      case SLEEP ->
          List.of(
              "one record per sleep summary; efficiency is a hundred times the vendor's; one that"
                  + " is not completed is tentative");
      case SLEEP_CYCLE ->
          List.of("segments of the sleep: 0 is awake, 1 light, 2 deep, 3 REM, 4 manual");
      case WORKOUTS ->
          List.of("one record per workout; the vendor tells four heart-rate zones, ours stay null");
      case ELECTROCARDIOGRAM, ELECTROCARDIOGRAM_VOLTAGE ->
          List.of("one record per signal; microvolts / 1000");
      case HEART_RATE_ALERT -> List.of("a recording whose afib is 1");
      // Everything else is not made out of these documents.
      default -> List.of();
    };
  }
}
