package io.tributary.provider.polar;

import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.FirstObservation;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class PolarDocuments {
  private static final Set<Resource> NIGHT_RESOURCES = PolarFeed.SLEEP.resources();

  static final DocumentKeys KEYS =
      new DocumentKeys()
          .perDocument(PolarDocumentKind.EXERCISE, PolarDocuments::exercise)
          .perDocument(PolarDocumentKind.ACTIVITY, PolarDocuments::activity)
          .perDocument(PolarDocumentKind.NIGHT, PolarDocuments::night)
          .perDocument(PolarDocumentKind.RECHARGE, PolarDocuments::recharge)
          .perDocument(PolarDocumentKind.HEART, PolarDocuments::heart)
          .ofOwner(PolarDocumentKind.PHYSICAL)
          .perDocument(PolarDocumentKind.FITNESS, PolarDocuments::fitness)
          .perDocument(
              PolarDocumentKind.USER,
              (doc, facts) ->
                  RawDocumentBuilder.of(PolarDocumentKind.USER, doc)
                      .key("user")
                      .endpoints("profile")
                      .resources(Resource.PROFILE)
                      .record(Resource.PROFILE, "profile"));

  private PolarDocuments() {}

  private static RawDocumentBuilder exercise(LenientJson doc, AccountContext facts) {
    Instant start = null;
    try {
      start = PolarExercises.start(doc, facts).at();
    } catch (IllegalArgumentException e) {
      // Stored nevertheless.
    }
    Duration length = PolarExercises.duration(doc);
    return RawDocumentBuilder.of(PolarDocumentKind.EXERCISE, doc)
        .key(doc.id("id"))
        .endpoints("workouts")
        .resources(PolarFeed.HEART.resources())
        .record(Resource.WORKOUTS, doc.id("id"))
        .day(PolarExercises.day(doc))
        .at(start)
        .span(start, start == null || length == null ? null : start.plus(length));
  }

  private static RawDocumentBuilder activity(LenientJson doc, AccountContext facts) {
    LocalDate day = PolarDays.day(doc);
    return ofDay(PolarDocumentKind.ACTIVITY, doc, day)
        .endpoints("activity")
        .resources(Resource.ACTIVITY)
        .record(Resource.ACTIVITY, day == null ? null : day.toString());
  }

  private static RawDocumentBuilder night(LenientJson doc, AccountContext facts) {
    OffsetInstant start = doc.stamp("sleep_start_time", facts.zone());
    OffsetInstant end = doc.stamp("sleep_end_time", facts.zone());
    LocalDate day = doc.day("date");
    String key = day == null ? null : day.toString();
    return RawDocumentBuilder.of(PolarDocumentKind.NIGHT, doc)
        .key(key)
        .endpoints("sleep")
        .resources(NIGHT_RESOURCES)
        .record(Resource.SLEEP, key)
        .record(Resource.SLEEP_CYCLE, key)
        .day(day)
        .at(end)
        .span(start, end);
  }

  private static RawDocumentBuilder recharge(LenientJson doc, AccountContext facts) {
    return ofDay(PolarDocumentKind.RECHARGE, doc, doc.day("date"))
        .resources(Resource.SLEEP, Resource.HRV, Resource.RESPIRATORY_RATE);
  }

  private static RawDocumentBuilder heart(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day("date");
    RawDocumentBuilder raw = ofDay(PolarDocumentKind.HEART, doc, day).resources(Resource.HEARTRATE);
    if (day == null) {
      return raw;
    }
    ZoneId zone = PolarDays.zone(doc, facts).orElse(ZoneOffset.UTC);
    return raw.span(
        day.atStartOfDay(zone).toInstant(), day.plusDays(1).atStartOfDay(zone).toInstant());
  }

  /** Returns a document of a day; a new one of the same day replaces it. */
  private static RawDocumentBuilder ofDay(PolarDocumentKind kind, LenientJson doc, LocalDate day) {
    return RawDocumentBuilder.of(kind, doc)
        .key(day == null ? null : day.toString())
        .day(day)
        .at(day == null ? null : day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private static RawDocumentBuilder fitness(LenientJson doc, AccountContext facts) {
    Instant at = FirstObservation.at(doc, facts);
    return seen(PolarDocumentKind.FITNESS, doc, at).resources(Resource.VO2_MAX).span(at, at);
  }

  private static RawDocumentBuilder seen(PolarDocumentKind kind, LenientJson doc, Instant at) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    return RawDocumentBuilder.of(kind, doc)
        .key(day == null ? null : day.toString())
        .day(day)
        .at(at);
  }

  static List<String> describeMapping(Resource resource) {
    return switch (resource) {
      case WORKOUTS ->
          List.of(
              "one record per exercise, on the date of start_time, which is local time;"
                  + " start_time_utc_offset is in minutes, the end is start + duration",
              "heart-rate zones are calculated from the user's age on that day, or 30 if it is"
                  + " unknown, because Polar's five zones are user-defined");
      case WORKOUT_STREAM ->
          List.of(
              "samples of an exercise at start + i * recording-rate; empty samples are gaps",
              "speed is in km/h; 0 heart rate, 1 speed, 2 cadence, 3 altitude, 4 power");
      case HEARTRATE ->
          List.of(
              "samples of an exercise, and the readings of a day by local time on its date",
              "the UTC offset is that of the exercises and nights around the day: the user's own"
                  + " zone if it agrees with them, otherwise the latest known offset; without"
                  + " any, the user's own zone");
      case ACTIVITY ->
          List.of(
              "one record per day, on the date of start_time; of two for one day, the one with more"
                  + " steps is used",
              "distance is the distance derived from steps");
      case SLEEP ->
          List.of(
              "one record per night, on Polar's date; awake is total_interruption_duration,"
                  + " time without a recognized stage is not counted",
              "heart rate, HRV and breathing rate are from the Nightly Recharge of the same date;"
                  + " the lowest heart rate is from the readings of the night itself");
      case SLEEP_CYCLE ->
          List.of(
              "the hypnogram by local time from the start, an earlier time is on the next day; 0 is"
                  + " awake, 1 REM, 2 and 3 light, 4 deep, others unknown",
              "none if the local time changed during the night because of travel");
      case HRV -> List.of("hrv_samples of the Nightly Recharge, by local time within the night");
      case RESPIRATORY_RATE ->
          List.of("breathing_samples of the Nightly Recharge, by local time within the night");
      case BODY -> List.of("weight, on the day it was first read, because it has no date");
      case VO2_MAX -> List.of("vo2-max, on the day it was first read, because it has no date");
      case PROFILE -> List.of("height in cm, birth date and sex of the user");
      default -> List.of();
    };
  }
}
