package io.tributary.provider.garmin;

import io.tributary.core.Times;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class GarminDocuments {
  static final DocumentKeys KEYS = rules();

  private static final String ID = "summaryId";

  private GarminDocuments() {}

  private static DocumentKeys rules() {
    DocumentKeys out = new DocumentKeys();
    for (GarminDocumentKind kind : GarminDocumentKind.summaries()) {
      out.perDocument(kind, (doc, facts) -> raw(kind, doc, facts));
    }
    return out;
  }

  private static RawDocumentBuilder raw(
      GarminDocumentKind kind, LenientJson doc, AccountContext facts) {
    return switch (kind) {
      case DAILIES -> {
        LocalDate day = GarminTime.day(doc, facts);
        yield withSpan(kind, doc, facts)
            .key(day == null ? null : day.toString())
            .endpoints("activity")
            .resources(Resource.ACTIVITY, Resource.HEARTRATE)
            .record(Resource.ACTIVITY, day == null ? null : day.toString());
      }
      case SLEEPS ->
          withSpan(kind, doc, facts)
              .endpoints("sleep")
              .resources(Resource.SLEEP, Resource.SLEEP_CYCLE)
              .record(Resource.SLEEP, doc.id(ID))
              .record(Resource.SLEEP_CYCLE, doc.id(ID));
      case BODY_COMPS -> {
        OffsetInstant at = measured(doc, facts);
        yield measured(kind, doc, facts)
            .endpoints("body")
            .resources(Resource.BODY)
            .record(Resource.BODY, at == null ? null : Times.format(at.at()));
      }
      case PRESSURES ->
          measured(kind, doc, facts).resources(Resource.BLOOD_PRESSURE, Resource.HEARTRATE);
      case METRICS -> {
        LocalDate day = doc.day("calendarDate");
        Instant at = day == null ? null : OffsetInstant.startOf(day, facts.zone()).at();
        yield RawDocumentBuilder.of(kind, doc)
            .key(doc.id(ID))
            .keyIfAbsent(day == null ? null : day.toString())
            .resources(Resource.VO2_MAX)
            .day(day)
            .at(at)
            .span(at, at);
      }
      case ACTIVITIES ->
          withSpan(kind, doc, facts)
              .key(doc.id("activityId"))
              .endpoints("workouts")
              .resources(Resource.WORKOUTS)
              .record(Resource.WORKOUTS, doc.id("activityId"));
      case DETAILS -> {
        OffsetInstant start = start(doc.child("summary"), facts);
        yield RawDocumentBuilder.of(kind, doc)
            .key(doc.id(ID))
            .resources(Resource.WORKOUT_STREAM)
            .day(start == null ? null : start.date())
            .at(start);
      }
      case EPOCHS, STRESS, PULSE_OX, RESPIRATION, HRV, PERMISSIONS, HISTORY ->
          withSpan(kind, doc, facts).resources(GarminFeed.of(kind).resources());
    };
  }

  /** Returns a document with a start and a length. */
  private static RawDocumentBuilder withSpan(
      GarminDocumentKind kind, LenientJson doc, AccountContext facts) {
    OffsetInstant start = start(doc, facts);
    Integer seconds = doc.seconds("durationInSeconds");
    return RawDocumentBuilder.of(kind, doc)
        .key(doc.id(ID))
        .keyIfAbsent(
            start == null ? null : Times.format(start.at()) + " " + doc.text("activityType"))
        .day(GarminTime.day(doc, facts))
        .at(start)
        .span(start, start == null || seconds == null ? null : start.plusSeconds(seconds));
  }

  private static RawDocumentBuilder measured(
      GarminDocumentKind kind, LenientJson doc, AccountContext facts) {
    OffsetInstant at = measured(doc, facts);
    return RawDocumentBuilder.of(kind, doc)
        .key(doc.id(ID))
        .keyIfAbsent(at == null ? null : Times.format(at.at()))
        .day(GarminTime.day(doc, facts))
        .at(at)
        .span(at, at);
  }

  private static OffsetInstant start(LenientJson doc, AccountContext facts) {
    try {
      return GarminTime.start(doc, facts);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static OffsetInstant measured(LenientJson doc, AccountContext facts) {
    try {
      return GarminTime.measured(doc, facts);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  static List<String> rules(Resource resource) {
    return switch (resource) {
      case ACTIVITY ->
          List.of(
              "one record per calendarDate; Garmin resends it during the day and it is replaced; a"
                  + " version that covers less of the day is ignored",
              "calories_total is active plus bmr; low is the active time that is neither"
                  + " moderate nor vigorous");
      case HEARTRATE ->
          List.of(
              "timeOffsetHeartRateSamples of a day, at its start plus the offset in seconds",
              "the pulse of a blood pressure measurement, with the same source");
      case STEPS, DISTANCE, CALORIES_ACTIVE ->
          List.of("epochs of 15 minutes; activity types within the same epoch are summed");
      case SLEEP ->
          List.of(
              "one record per summaryId, from the start, for the time asleep plus the time awake",
              "total is deep plus light plus rem; unmeasurable time is not included",
              "tentative if validation ends in _TENTATIVE, otherwise confirmed");
      case SLEEP_CYCLE -> List.of("sleepLevelsMap in chronological order; gaps are kept");
      case BODY -> List.of("grams / 1000; muscle and bone mass as a percentage of the weight");
      case BLOOD_PRESSURE -> List.of("type cuff; type app if sourceType is MANUAL");
      case STRESS_LEVEL -> List.of("timeOffsetStressLevelValues of zero or more");
      case RESPIRATORY_RATE -> List.of("timeOffsetEpochToBreaths above zero");
      case BLOOD_OXYGEN -> List.of("timeOffsetSpo2Values, at the start plus the offset in seconds");
      case HRV -> List.of("hrvValues, at the start plus the offset in seconds");
      case VO2_MAX -> List.of("vo2Max at the start of its calendarDate");
      case WORKOUTS ->
          List.of(
              "one record per activityId, on the local date of its start; manual entries have type"
                  + " app",
              "for a multisport event, the legs are workouts and the event as a whole is not");
      case WORKOUT_STREAM -> List.of("samples of activityDetails, for the activity in its summary");
      default -> List.of();
    };
  }
}
