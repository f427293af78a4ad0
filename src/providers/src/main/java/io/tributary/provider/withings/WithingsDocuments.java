package io.tributary.provider.withings;

import io.tributary.core.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class WithingsDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys()
          .perDocument(WithingsDocumentKind.MEASURE, WithingsDocuments::measure)
          .perDocument(WithingsDocumentKind.ACTIVITY, WithingsDocuments::activity)
          .perDocument(WithingsDocumentKind.INTRADAY, WithingsDocuments::intraday)
          .perDocument(WithingsDocumentKind.WORKOUT, WithingsDocuments::workout)
          .perDocument(WithingsDocumentKind.SLEEP, WithingsDocuments::sleep)
          .perDocument(WithingsDocumentKind.STAGES, WithingsDocuments::stages)
          .perDocument(WithingsDocumentKind.HEART, WithingsDocuments::heart)
          .perDocument(WithingsDocumentKind.SIGNAL, WithingsDocuments::signal)
          .perDocument(WithingsDocumentKind.DEVICE, WithingsDocuments::device);

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

  private WithingsDocuments() {}

  private static RawDocumentBuilder measure(LenientJson doc, AccountContext facts) {
    OffsetInstant at = WithingsTime.stampOrNull(doc, "date", facts);
    return RawDocumentBuilder.of(WithingsDocumentKind.MEASURE, doc)
        .key(doc.id("grpid"))
        .endpoints("body")
        .resources(MEASURED)
        .record(Resource.BODY, at == null ? null : Times.format(at.at()))
        .dayIfAbsent(at)
        .at(at)
        .span(at, at);
  }

  private static RawDocumentBuilder activity(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day("date");
    return RawDocumentBuilder.of(WithingsDocumentKind.ACTIVITY, doc)
        .key(WithingsActivities.key(doc))
        .endpoints("activity")
        .resources(Resource.ACTIVITY)
        .record(Resource.ACTIVITY, day == null ? null : day.toString())
        .day(day);
  }

  /**
   * Returns a document of one local day, whose minutes lie between these instants in any time zone.
   */
  private static RawDocumentBuilder intraday(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    Instant start = day == null ? null : day.atStartOfDay(ZoneOffset.ofHours(14)).toInstant();
    Instant end =
        day == null ? null : day.plusDays(1).atStartOfDay(ZoneOffset.ofHours(-12)).toInstant();
    return RawDocumentBuilder.of(WithingsDocumentKind.INTRADAY, doc)
        .key(day == null ? null : day.toString())
        .resources(MINUTES)
        .day(day)
        .at(start)
        .span(start, end);
  }

  private static RawDocumentBuilder workout(LenientJson doc, AccountContext facts) {
    OffsetInstant start = WithingsTime.stampOrNull(doc, "startdate", facts);
    return RawDocumentBuilder.of(WithingsDocumentKind.WORKOUT, doc)
        .key(doc.id("id"))
        .endpoints("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, doc.id("id"))
        .dayIfAbsent(start)
        .at(start)
        .span(start, WithingsTime.stampOrNull(doc, "enddate", facts));
  }

  private static RawDocumentBuilder sleep(LenientJson doc, AccountContext facts) {
    OffsetInstant end = WithingsTime.stampOrNull(doc, "enddate", facts);
    return RawDocumentBuilder.of(WithingsDocumentKind.SLEEP, doc)
        .key(doc.id("id"))
        .endpoints("sleep")
        .resources(NIGHTS)
        .record(Resource.SLEEP, doc.id("id"))
        .record(Resource.SLEEP_CYCLE, doc.id("id"))
        .day(doc.day("date"))
        .dayIfAbsent(end)
        .at(end)
        .span(WithingsTime.stampOrNull(doc, "startdate", facts), end);
  }

  private static RawDocumentBuilder stages(LenientJson doc, AccountContext facts) {
    OffsetInstant end = WithingsTime.stampOrNull(doc, "enddate", facts);
    return RawDocumentBuilder.of(WithingsDocumentKind.STAGES, doc)
        .key(doc.id("sleep_id"))
        .resources(NIGHTS)
        .record(Resource.SLEEP_CYCLE, doc.id("sleep_id"))
        .day(doc.day("date"))
        .dayIfAbsent(end)
        .at(end)
        .span(WithingsTime.stampOrNull(doc, "startdate", facts), end);
  }

  private static RawDocumentBuilder heart(LenientJson doc, AccountContext facts) {
    OffsetInstant at = WithingsTime.stampOrNull(doc, "timestamp", facts);
    return RawDocumentBuilder.of(WithingsDocumentKind.HEART, doc)
        .key(doc.child("ecg").id("signalid"))
        .resources(WithingsFeed.HEART.resources())
        .record(Resource.ELECTROCARDIOGRAM, at == null ? null : Times.format(at.at()))
        .dayIfAbsent(at)
        .at(at);
  }

  private static RawDocumentBuilder signal(LenientJson doc, AccountContext facts) {
    OffsetInstant at = WithingsTime.stampOrNull(doc, "timestamp", facts);
    Double hertz = doc.number("sampling_frequency", 1, 10_000);
    OffsetInstant end =
        at == null || hertz == null
            ? null
            : at.plusSeconds((long) Math.ceil(doc.list("signal").size() / hertz));
    return RawDocumentBuilder.of(WithingsDocumentKind.SIGNAL, doc)
        .key(doc.id("signalid"))
        .resources(WithingsFeed.HEART.resources())
        .dayIfAbsent(at)
        .at(at)
        .span(at, end);
  }

  private static RawDocumentBuilder device(LenientJson doc, AccountContext facts) {
    return RawDocumentBuilder.of(WithingsDocumentKind.DEVICE, doc)
        .key(doc.id("deviceid"))
        .endpoints("devices");
  }

  static List<String> describeMapping(Resource resource) {
    return switch (resource) {
      case BODY, WEIGHT, FAT ->
          List.of(
              "value times ten to the power of unit; groups that may belong to another person"
                  + " (attrib 1) or of signing up (4) are left out, typed-in ones (2) are of the"
                  + " app",
              "muscle, water and bone mass are percentages of the weight at the same time");
      case BLOOD_PRESSURE, BODY_TEMPERATURE, BLOOD_OXYGEN, VO2_MAX ->
          List.of(
              "measures 9 and 10, 71 or else 12, 54 and 123, at their time; groups of attrib 1 and"
                  + " 4 are left out");
      case ACTIVITY ->
          List.of(
              "one record per Withings day and source; soft, moderate and intense are in minutes,"
                  + " elevation is floors",
              "entries without a tracker have an unknown source; of several entries for a day and"
                  + " source, the one with more steps is used");
      case STEPS, DISTANCE, CALORIES_ACTIVE ->
          List.of(
              "one sample per entry of a day's series; the time zone is that of the day's"
                  + " activity");
      case HEARTRATE ->
          List.of(
              "series of days and sleeps, and the pulse measured with a blood pressure or a"
                  + " weight");
      case HRV, RESPIRATORY_RATE -> List.of("rmssd and rr of a sleep's segments, at their seconds");
      case SLEEP ->
          List.of(
              "one record per sleep summary; efficiency is 100 times the value from Withings; a"
                  + " summary that is not completed is tentative");
      case SLEEP_CYCLE ->
          List.of("segments of the sleep: 0 is awake, 1 light, 2 deep, 3 REM, 4 manual");
      case WORKOUTS ->
          List.of("one record per workout; zones are null, because Withings reports only four");
      case ELECTROCARDIOGRAM, ELECTROCARDIOGRAM_VOLTAGE ->
          List.of("one record per signal; microvolts / 1000");
      case HEART_RATE_ALERT -> List.of("a recording with afib = 1");
      default -> List.of();
    };
  }
}
