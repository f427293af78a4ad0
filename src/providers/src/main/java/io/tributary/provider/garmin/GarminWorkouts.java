package io.tributary.provider.garmin;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Converts workouts and their streams. A multisport event arrives both as a whole and in its parts;
 * only the parts are workouts, so that nothing counts twice.
 */
final class GarminWorkouts {
  private static final String WHOLE_EVENT = "MULTI_SPORT";

  private static final Map<String, Channel> CHANNELS =
      Map.of(
          "heartRate", Channel.HEARTRATE,
          "latitudeInDegree", Channel.LAT,
          "longitudeInDegree", Channel.LNG,
          "elevationInMeters", Channel.ALTITUDE,
          "speedMetersPerSecond", Channel.VELOCITY_SMOOTH,
          "powerInWatts", Channel.POWER);

  private GarminWorkouts() {}

  static void addWorkouts(
      List<LenientJson> documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Set<String> events = new HashSet<>();
    documents.forEach(d -> events.add(d.id("parentSummaryId")));
    for (LenientJson doc : documents) {
      if (isWholeEvent(doc)
          || doc.id("summaryId") != null && events.contains(doc.id("summaryId"))) {
        continue;
      }
      try {
        batch.add(workout(doc, facts), source(doc));
      } catch (IllegalArgumentException e) {
        batch.reject("activities", e.getMessage());
      }
    }
  }

  private static boolean isWholeEvent(LenientJson doc) {
    return WHOLE_EVENT.equals(doc.text("activityType"));
  }

  /** Returns the app for manual entries, otherwise the watch. */
  private static Source source(LenientJson doc) {
    return Boolean.TRUE.equals(doc.flag("manual")) ? GarminNormalizer.APP : GarminNormalizer.WATCH;
  }

  private static WorkoutSummary workout(LenientJson doc, AccountContext facts) {
    OffsetInstant start = GarminTime.start(doc, facts);
    int seconds = LenientJson.required("durationInSeconds", doc.seconds("durationInSeconds"));
    return WorkoutSummary.of(
            doc.requiredId("activityId"), start.date(), start.at(), start.plusSeconds(seconds).at())
        .title(doc.text("activityName"))
        .timezoneOffset(start.offsetSeconds())
        .sport(GarminSports.of(doc.text("activityType")))
        .averageHr(doc.integer("averageHeartRateInBeatsPerMinute", 1, 400))
        .maxHr(doc.integer("maxHeartRateInBeatsPerMinute", 1, 400))
        .distance(doc.nonNegative("distanceInMeters"))
        .steps(doc.integer("steps", 0, 1_000_000))
        .calories(doc.nonNegative("activeKilocalories"))
        .totalElevationGain(doc.nonNegative("totalElevationGainInMeters"))
        .averageSpeed(doc.nonNegative("averageSpeedInMetersPerSecond"))
        .maxSpeed(doc.nonNegative("maxSpeedInMetersPerSecond"))
        .build();
  }

  /** Adds the stream of the workout that its summary names. */
  static void addStream(LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    LenientJson summary = doc.child("summary");
    if (isWholeEvent(summary)) {
      return;
    }
    WorkoutStream.Builder points = WorkoutStream.builder();
    for (LenientJson sample : doc.list("samples")) {
      Long at = sample.wholeNumber("startTimeInSeconds");
      if (at != null) {
        points.at(at);
        CHANNELS.forEach((name, channel) -> points.set(channel, sample.child(name).number()));
      }
    }
    WorkoutStream stream = points.build();
    if (!stream.isEmpty()) {
      String id = summary.has("activityId") ? summary.id("activityId") : doc.id("activityId");
      batch.add(
          new SourcedStream(
              LenientJson.required("activityId", id),
              GarminSports.of(summary.text("activityType")),
              day(summary, facts),
              source(summary),
              stream));
    }
  }

  /** Returns the day of the workout. */
  static LocalDate day(LenientJson summary, AccountContext facts) {
    return GarminTime.start(summary, facts).date();
  }
}
