package io.tributary.provider.strava;

import io.tributary.model.HeartRateReadings;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts Strava documents to normalized records. Stateless and thread-safe. It never throws; a
 * document that cannot be used is reported in the batch.
 */
final class StravaNormalizer {
  static final String SLUG = "strava";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 2;

  private static final int WEEK_SECONDS = 7 * 86_400;

  private StravaNormalizer() {}

  static NormalizedBatch normalise(StravaFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    switch (feed) {
      case ACTIVITIES -> activities(documents, facts, batch);
      case ATHLETE -> StravaAthlete.normalise(documents, facts, batch);
    }
    return batch.build();
  }

  private static void activities(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<String, LenientJson> streams = new HashMap<>();
    for (LenientJson doc : documents.of(StravaDocumentKind.STREAMS)) {
      if (doc.id(StravaClient.ACTIVITY_ID) != null) {
        streams.put(doc.id(StravaClient.ACTIVITY_ID), doc);
      }
    }
    for (LenientJson doc : documents.of(StravaDocumentKind.ACTIVITY)) {
      try {
        activity(
            doc, streams.getOrDefault(doc.requiredId("id"), LenientJson.MISSING), facts, batch);
      } catch (IllegalArgumentException e) {
        batch.reject("activity", e.getMessage());
      }
    }
  }

  private static void activity(
      LenientJson doc, LenientJson streams, AccountContext facts, NormalizedBatch.Builder batch) {
    Instant start = doc.requiredInstant("start_date");
    int elapsed =
        LenientJson.required("elapsed_time", doc.integer("elapsed_time", 0, WEEK_SECONDS));
    Instant end = start.plusSeconds(elapsed);
    LocalDate day = StravaTime.day(doc);
    Source source = Source.of(SLUG, sourceType(doc));
    boolean onFoot = StravaSports.isOnFoot(doc.text("sport_type"), doc.text("type"));
    WorkoutStream stream = StravaStream.of(start, streams.child(StravaClient.STREAMS), onFoot);
    WorkoutSummary workout =
        WorkoutSummary.of(doc.requiredId("id"), day, start, end)
            .title(doc.text("name"))
            .timezoneOffset(StravaTime.offset(doc))
            .sport(StravaSports.of(doc.text("sport_type"), doc.text("type")))
            .averageHr(doc.integer("average_heartrate", 1, 400))
            .maxHr(doc.integer("max_heartrate", 1, 400))
            .hrZones(zones(stream, end, day, facts.birthDate().orElse(null)))
            .distance(doc.nonNegative("distance"))
            .movingTime(doc.seconds("moving_time"))
            .calories(calories(doc))
            .totalElevationGain(doc.nonNegative("total_elevation_gain"))
            .elevHigh(doc.number("elev_high", -1000, 20_000))
            .elevLow(doc.number("elev_low", -1000, 20_000))
            .averageSpeed(doc.nonNegative("average_speed"))
            .maxSpeed(doc.nonNegative("max_speed"))
            .averageWatts(doc.nonNegative("average_watts"))
            .maxWatts(doc.nonNegative("max_watts"))
            .weightedAverageWatts(doc.nonNegative("weighted_average_watts"))
            // Strava's field is a flag, ours a value: the average counts only if a power meter
            // measured it.
            .deviceWatts(
                Boolean.TRUE.equals(doc.flag("device_watts"))
                    ? doc.nonNegative("average_watts")
                    : null)
            .map(map(doc.child("map")))
            .build();
    batch.add(workout, source);
    if (!stream.isEmpty()) {
      batch.add(SourcedStream.of(workout, source, stream));
      for (int i = 0; i < stream.size() && stream.has(WorkoutStream.Channel.HEARTRATE); i++) {
        double bpm = stream.value(WorkoutStream.Channel.HEARTRATE, i);
        if (!Double.isNaN(bpm)) {
          batch.add(
              Sample.point(
                  Resource.HEARTRATE,
                  source,
                  Instant.ofEpochSecond(stream.time(i)),
                  workout.timezoneOffset(),
                  bpm));
        }
      }
    }
  }

  private static SourceType sourceType(LenientJson doc) {
    if (Boolean.TRUE.equals(doc.flag("manual"))) {
      return SourceType.APP;
    }
    return Boolean.TRUE.equals(doc.flag("trainer"))
        ? SourceType.EXERCISE_MACHINE
        : SourceType.WATCH;
  }

  /** Returns zones by 220 minus age; Strava returns its own zones to its subscribers only. */
  private static List<Integer> zones(
      WorkoutStream stream, Instant end, LocalDate day, LocalDate born) {
    return HeartRateReadings.of(stream, end.getEpochSecond()).zones(born, day).orElse(null);
  }

  /**
   * Returns the calories; for rides without them, the work, because one kilojoule of work is about
   * one kilocalorie.
   */
  private static Double calories(LenientJson doc) {
    Double told = doc.nonNegative("calories");
    if (told != null && told > 0) {
      return told;
    }
    String sport = doc.text("sport_type") == null ? doc.text("type") : doc.text("sport_type");
    return sport != null && sport.endsWith("Ride") ? doc.nonNegative("kilojoules") : told;
  }

  private static WorkoutSummary.RouteMap map(LenientJson map) {
    String line = map.text("polyline");
    String summary = map.text("summary_polyline");
    return line == null && summary == null ? null : new WorkoutSummary.RouteMap(line, summary);
  }
}
