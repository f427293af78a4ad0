package io.tributary.provider.fitbit;

import io.tributary.kernel.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Raw;
import io.tributary.provider.doc.RawRules;
import io.tributary.provider.doc.Reading;
import io.tributary.provider.doc.Stamp;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** How documents are kept, and how records come to be, in sentences. */
final class FitbitRaws {
  static final RawRules RULES =
      new RawRules()
          .each(FitbitKind.DAY, FitbitRaws::day)
          .each(FitbitKind.STEPS, asked(FitbitKind.STEPS, Resource.STEPS))
          .each(FitbitKind.DISTANCE, asked(FitbitKind.DISTANCE, Resource.DISTANCE))
          .each(FitbitKind.CALORIES, asked(FitbitKind.CALORIES, Resource.CALORIES_ACTIVE))
          .each(FitbitKind.HEART, asked(FitbitKind.HEART, Resource.HEARTRATE))
          .each(FitbitKind.NIGHT, FitbitRaws::night)
          .each(FitbitKind.BREATHS, dated(FitbitKind.BREATHS, Resource.RESPIRATORY_RATE))
          .each(FitbitKind.WEIGHT_LOG, weighed(FitbitKind.WEIGHT_LOG))
          .each(FitbitKind.FAT_LOG, weighed(FitbitKind.FAT_LOG))
          .each(FitbitKind.VARIABILITY, dated(FitbitKind.VARIABILITY, Resource.HRV))
          .each(FitbitKind.OXYGEN, dated(FitbitKind.OXYGEN, Resource.BLOOD_OXYGEN))
          .each(FitbitKind.SKIN, dated(FitbitKind.SKIN, Resource.BODY_TEMPERATURE_DELTA))
          .each(FitbitKind.CORE, FitbitRaws::core)
          .each(FitbitKind.CARDIO, dated(FitbitKind.CARDIO, Resource.VO2_MAX))
          .each(FitbitKind.EXERCISE, FitbitRaws::exercise)
          .each(FitbitKind.FOODS, FitbitRaws::foods)
          .each(FitbitKind.WATER, asked(FitbitKind.WATER, Resource.WATER))
          .each(FitbitKind.USER, (doc, facts) -> profile(doc))
          .each(
              FitbitKind.DEVICE,
              (doc, facts) -> Raw.of(FitbitKind.DEVICE, doc).key(doc.id("id")).shown("devices"));

  private FitbitRaws() {}

  /** Of one local day: its readings lie between its midnights, a night's from the noon before. */
  private static Raw ofDay(FitbitKind kind, Doc doc, LocalDate day, AccountFacts facts) {
    Raw raw = Raw.of(kind, doc).key(day == null ? null : day.toString()).day(day);
    if (day == null) {
      return raw;
    }
    Stamp start = FitbitTime.midnight(day, facts);
    return raw.at(start)
        .span(start.at().minusSeconds(43_200), FitbitTime.end(day, facts).minusSeconds(1));
  }

  private static Raw day(Doc doc, AccountFacts facts) {
    LocalDate day = doc.day(Reading.ASKED_DAY);
    return ofDay(FitbitKind.DAY, doc, day, facts)
        .shown("activity")
        .resources(Resource.ACTIVITY)
        .record(Resource.ACTIVITY, day == null ? null : day.toString());
  }

  private static BiFunction<Doc, AccountFacts, Raw> asked(FitbitKind kind, Resource resource) {
    return (doc, facts) -> ofDay(kind, doc, doc.day(Reading.ASKED_DAY), facts).resources(resource);
  }

  private static BiFunction<Doc, AccountFacts, Raw> dated(FitbitKind kind, Resource resource) {
    return (doc, facts) -> ofDay(kind, doc, doc.day("dateTime"), facts).resources(resource);
  }

  private static Raw night(Doc doc, AccountFacts facts) {
    LocalDate night = doc.day("dateOfSleep");
    Raw raw =
        Raw.of(FitbitKind.NIGHT, doc)
            .key(doc.id("logId"))
            .shown("sleep")
            .resources(FitbitFeed.SLEEP.resources())
            .record(Resource.SLEEP, doc.id("logId"))
            .record(Resource.SLEEP_CYCLE, doc.id("logId"))
            .day(night);
    try {
      FitbitBed bed = FitbitBed.of(doc, FitbitTime.zone(Doc.required("night", night), facts));
      return raw.at(bed.stop()).span(bed.start(), bed.stop());
    } catch (IllegalArgumentException untimed) {
      return raw;
    }
  }

  private static BiFunction<Doc, AccountFacts, Raw> weighed(FitbitKind kind) {
    return (doc, facts) -> {
      Stamp at = FitbitWeights.at(doc, facts);
      return Raw.of(kind, doc)
          .key(doc.id("logId"))
          .shown("body")
          .resources(Set.of(Resource.BODY, Resource.WEIGHT, Resource.FAT))
          .record(Resource.BODY, at == null ? null : Times.wire(at.at()))
          .day(doc.day("date"))
          .at(at)
          .span(at, at);
    };
  }

  private static Raw core(Doc doc, AccountFacts facts) {
    Stamp at = doc.wall("dateTime") == null ? null : FitbitTime.local(doc.wall("dateTime"), facts);
    return Raw.of(FitbitKind.CORE, doc)
        .key(doc.text("dateTime"))
        .resources(Resource.BODY_TEMPERATURE)
        .day(doc.day("dateTime"))
        .dayElse(at)
        .at(at)
        .span(at, at);
  }

  private static Raw exercise(Doc doc, AccountFacts facts) {
    Stamp start = doc.stamp("startTime", facts.zone());
    Integer seconds = doc.secondsOfMillis("duration");
    return Raw.of(FitbitKind.EXERCISE, doc)
        .key(doc.id("logId"))
        .shown("workouts")
        .resources(Resource.WORKOUTS)
        .record(Resource.WORKOUTS, doc.id("logId"))
        .dayElse(start)
        .at(start)
        .span(start, start == null || seconds == null ? null : start.plusSeconds(seconds));
  }

  private static Raw foods(Doc doc, AccountFacts facts) {
    return asked(FitbitKind.FOODS, Resource.MEAL).apply(doc, facts);
  }

  private static Raw profile(Doc doc) {
    return Raw.of(FitbitKind.USER, doc)
        .key("profile")
        .shown("profile")
        .resources(Resource.PROFILE)
        .record(Resource.PROFILE, "profile");
  }

  static List<String> rules(Resource resource) {
    return switch (resource) {
      case ACTIVITY ->
          List.of(
              "one record per day of the vendor, worn or not: it works basal calories out itself",
              "distance is the total in kilometres; lightly, fairly and very active minutes are"
                  + " low, medium and high");
      case STEPS, DISTANCE ->
          List.of("minutes of a day with motion, on the clock of the account's zone");
      case CALORIES_ACTIVE ->
          List.of(
              "minutes above sedentary (level 1 to 3) with the basal calories in them, as in the"
                  + " vendor's active calories of a day");
      case HEARTRATE -> List.of("minutes with a reading, on the clock of the account's zone");
      case SLEEP ->
          List.of(
              "one record per sleep, of the vendor's day; duration is the time in bed",
              "of sleeps without stages what is asleep is light, restless is awake");
      case SLEEP_CYCLE ->
          List.of("the stages, out of which the short times awake beside them are cut");
      case RESPIRATORY_RATE ->
          List.of("the night's mean of a stage, in the middle of each of its segments");
      case BODY, WEIGHT, FAT ->
          List.of(
              "weight and fat logs of one moment are one record; named scales are of type scale,"
                  + " others of type app");
      case HRV -> List.of("rmssd of each five minutes of a night");
      case BLOOD_OXYGEN -> List.of("the night's mean, at the midnight of its day");
      case BODY_TEMPERATURE_DELTA -> List.of("the skin against the usual, of a day");
      case BODY_TEMPERATURE -> List.of("what was entered, at its moment");
      case VO2_MAX -> List.of("of a day; of a range the middle");
      case WORKOUTS ->
          List.of(
              "one record per exercise; distance is in kilometres",
              "what no tracker recorded is of type app");
      case MEAL ->
          List.of("foods of one day and sort of meal are one record, at the day's midnight");
      case WATER -> List.of("the day's sum");
      case PROFILE -> List.of("height, date of birth and gender of the user");
      // Everything else is not made out of these documents.
      default -> List.of();
    };
  }
}
