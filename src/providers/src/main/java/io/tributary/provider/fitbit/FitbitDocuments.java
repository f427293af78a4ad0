package io.tributary.provider.fitbit;

import io.tributary.core.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class FitbitDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys()
          .perDocument(FitbitDocumentKind.DAY, FitbitDocuments::day)
          .perDocument(
              FitbitDocumentKind.STEPS, byRequestedDay(FitbitDocumentKind.STEPS, Resource.STEPS))
          .perDocument(
              FitbitDocumentKind.DISTANCE,
              byRequestedDay(FitbitDocumentKind.DISTANCE, Resource.DISTANCE))
          .perDocument(
              FitbitDocumentKind.CALORIES,
              byRequestedDay(FitbitDocumentKind.CALORIES, Resource.CALORIES_ACTIVE))
          .perDocument(
              FitbitDocumentKind.HEART,
              byRequestedDay(FitbitDocumentKind.HEART, Resource.HEARTRATE))
          .perDocument(FitbitDocumentKind.NIGHT, FitbitDocuments::night)
          .perDocument(
              FitbitDocumentKind.BREATHS,
              byDateField(FitbitDocumentKind.BREATHS, Resource.RESPIRATORY_RATE))
          .perDocument(FitbitDocumentKind.WEIGHT_LOG, weightLog(FitbitDocumentKind.WEIGHT_LOG))
          .perDocument(FitbitDocumentKind.FAT_LOG, weightLog(FitbitDocumentKind.FAT_LOG))
          .perDocument(
              FitbitDocumentKind.VARIABILITY,
              byDateField(FitbitDocumentKind.VARIABILITY, Resource.HRV))
          .perDocument(
              FitbitDocumentKind.OXYGEN,
              byDateField(FitbitDocumentKind.OXYGEN, Resource.BLOOD_OXYGEN))
          .perDocument(
              FitbitDocumentKind.SKIN,
              byDateField(FitbitDocumentKind.SKIN, Resource.BODY_TEMPERATURE_DELTA))
          .perDocument(FitbitDocumentKind.CORE, FitbitDocuments::core)
          .perDocument(
              FitbitDocumentKind.CARDIO, byDateField(FitbitDocumentKind.CARDIO, Resource.VO2_MAX))
          .perDocument(FitbitDocumentKind.EXERCISE, FitbitDocuments::exercise)
          .perDocument(FitbitDocumentKind.FOODS, FitbitDocuments::foods)
          .perDocument(
              FitbitDocumentKind.WATER, byRequestedDay(FitbitDocumentKind.WATER, Resource.WATER))
          .perDocument(FitbitDocumentKind.USER, (doc, facts) -> profile(doc))
          .perDocument(
              FitbitDocumentKind.DEVICE,
              (doc, facts) ->
                  RawDocumentBuilder.of(FitbitDocumentKind.DEVICE, doc)
                      .key(doc.id("id"))
                      .endpoints("devices"));

  private FitbitDocuments() {}

  /**
   * Returns a document of one local day. Its readings lie between its midnights, those of a night
   * start at noon of the day before.
   */
  private static RawDocumentBuilder ofDay(
      FitbitDocumentKind kind, LenientJson doc, LocalDate day, AccountContext facts) {
    RawDocumentBuilder raw =
        RawDocumentBuilder.of(kind, doc).key(day == null ? null : day.toString()).day(day);
    if (day == null) {
      return raw;
    }
    OffsetInstant start = FitbitTime.midnight(day, facts);
    return raw.at(start)
        .span(start.at().minusSeconds(43_200), FitbitTime.end(day, facts).minusSeconds(1));
  }

  private static RawDocumentBuilder day(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    return ofDay(FitbitDocumentKind.DAY, doc, day, facts)
        .endpoints("activity")
        .resources(Resource.ACTIVITY)
        .record(Resource.ACTIVITY, day == null ? null : day.toString());
  }

  private static BiFunction<LenientJson, AccountContext, RawDocumentBuilder> byRequestedDay(
      FitbitDocumentKind kind, Resource resource) {
    return (doc, facts) ->
        ofDay(kind, doc, doc.day(FetchContext.ASKED_DAY), facts).resources(resource);
  }

  private static BiFunction<LenientJson, AccountContext, RawDocumentBuilder> byDateField(
      FitbitDocumentKind kind, Resource resource) {
    return (doc, facts) -> ofDay(kind, doc, doc.day("dateTime"), facts).resources(resource);
  }

  private static RawDocumentBuilder night(LenientJson doc, AccountContext facts) {
    LocalDate night = doc.day("dateOfSleep");
    RawDocumentBuilder raw =
        RawDocumentBuilder.of(FitbitDocumentKind.NIGHT, doc)
            .key(doc.id("logId"))
            .endpoints("sleep")
            .resources(FitbitFeed.SLEEP.resources())
            .record(Resource.SLEEP, doc.id("logId"))
            .record(Resource.SLEEP_CYCLE, doc.id("logId"))
            .day(night);
    try {
      FitbitSleepWindow bed =
          FitbitSleepWindow.of(doc, FitbitTime.zone(LenientJson.required("night", night), facts));
      return raw.at(bed.stop()).span(bed.start(), bed.stop());
    } catch (IllegalArgumentException untimed) {
      return raw;
    }
  }

  private static BiFunction<LenientJson, AccountContext, RawDocumentBuilder> weightLog(
      FitbitDocumentKind kind) {
    return (doc, facts) -> {
      OffsetInstant at = FitbitWeights.at(doc, facts);
      return RawDocumentBuilder.of(kind, doc)
          .key(doc.id("logId"))
          .endpoints("body")
          .resources(Set.of(Resource.BODY, Resource.WEIGHT, Resource.FAT))
          .record(Resource.BODY, at == null ? null : Times.format(at.at()))
          .day(doc.day("date"))
          .at(at)
          .span(at, at);
    };
  }

  private static RawDocumentBuilder core(LenientJson doc, AccountContext facts) {
    OffsetInstant at =
        doc.localDateTime("dateTime") == null
            ? null
            : FitbitTime.local(doc.localDateTime("dateTime"), facts);
    return RawDocumentBuilder.of(FitbitDocumentKind.CORE, doc)
        .key(doc.text("dateTime"))
        .resources(Resource.BODY_TEMPERATURE)
        .day(doc.day("dateTime"))
        .dayIfAbsent(at)
        .at(at)
        .span(at, at);
  }

  private static RawDocumentBuilder exercise(LenientJson doc, AccountContext facts) {
    OffsetInstant start = doc.stamp("startTime", facts.zone());
    Integer seconds = doc.secondsOfMillis("duration");
    return RawDocumentBuilder.of(FitbitDocumentKind.EXERCISE, doc)
        .key(doc.id("logId"))
        .endpoints("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, doc.id("logId"))
        .dayIfAbsent(start)
        .at(start)
        .span(start, start == null || seconds == null ? null : start.plusSeconds(seconds));
  }

  private static RawDocumentBuilder foods(LenientJson doc, AccountContext facts) {
    return byRequestedDay(FitbitDocumentKind.FOODS, Resource.MEAL).apply(doc, facts);
  }

  private static RawDocumentBuilder profile(LenientJson doc) {
    return RawDocumentBuilder.of(FitbitDocumentKind.USER, doc)
        .key("profile")
        .endpoints("profile")
        .resources(Resource.PROFILE)
        .record(Resource.PROFILE, "profile");
  }

  static List<String> describeMapping(Resource resource) {
    return switch (resource) {
      case ACTIVITY ->
          List.of(
              "one record per Fitbit day, worn or not, because Fitbit calculates basal calories"
                  + " itself",
              "distance is the total in kilometers; lightly, fairly and very active minutes become"
                  + " low, medium and high");
      case STEPS, DISTANCE ->
          List.of("minutes of a day with motion, at local time in the account's zone");
      case CALORIES_ACTIVE ->
          List.of(
              "minutes above sedentary (levels 1 to 3), including their basal calories, as in"
                  + " Fitbit's daily active calories");
      case HEARTRATE -> List.of("minutes with a reading, at local time in the account's zone");
      case SLEEP ->
          List.of(
              "one record per sleep, on Fitbit's date; duration is the time in bed",
              "for sleeps without stages, asleep becomes light and restless becomes awake");
      case SLEEP_CYCLE ->
          List.of("the stages, with the short awakenings cut out and inserted as awake");
      case RESPIRATORY_RATE ->
          List.of("the nightly mean of a stage, in the middle of each of its segments");
      case BODY, WEIGHT, FAT ->
          List.of(
              "weight and fat logs at the same time form one record; named scales have type scale,"
                  + " others have type app");
      case HRV -> List.of("RMSSD for every five minutes of a night");
      case BLOOD_OXYGEN -> List.of("the nightly mean, at midnight of its day");
      case BODY_TEMPERATURE_DELTA -> List.of("nightly skin temperature relative to the baseline");
      case BODY_TEMPERATURE -> List.of("logged values, at their time");
      case VO2_MAX -> List.of("one value per day; if Fitbit reports a range, its middle");
      case WORKOUTS ->
          List.of(
              "one record per exercise; distance is in kilometers",
              "exercises that no tracker recorded have type app");
      case MEAL ->
          List.of("foods of the same day and meal type form one record, at midnight of the day");
      case WATER -> List.of("the daily total");
      case PROFILE -> List.of("height, date of birth and gender of the user");
      default -> List.of();
    };
  }
}
