package io.tributary.provider.wahoo;

import io.tributary.model.HeartRateReadings;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;

/**
 * Converts Wahoo documents to normalized records. Stateless and thread-safe. It never throws; a
 * document that cannot be used is reported in the batch.
 */
final class WahooNormalizer {
  static final String SLUG = "wahoo";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  private WahooNormalizer() {}

  static NormalizedBatch normalise(WahooFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    switch (feed) {
      case WORKOUTS -> workouts(documents, facts, batch);
      case USER -> WahooUser.normalise(documents, facts, batch);
    }
    return batch.build();
  }

  private static void workouts(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<String, LenientJson> files = new HashMap<>();
    for (LenientJson file : documents.of(WahooDocumentKind.FILE)) {
      if (file.id(WahooFile.WORKOUT_ID) != null) {
        files.put(file.id(WahooFile.WORKOUT_ID), file);
      }
    }
    for (LenientJson doc : documents.of(WahooDocumentKind.WORKOUT)) {
      if (isPlanned(doc)) {
        continue;
      }
      try {
        workout(doc, readFile(files.get(doc.requiredId("id")), batch), facts, batch);
      } catch (IllegalArgumentException e) {
        batch.reject("workout", e.getMessage());
      }
    }
  }

  /** Returns whether the workout is only planned: completed workouts have a summary. */
  static boolean isPlanned(LenientJson doc) {
    return !doc.child("workout_summary").node().isObject();
  }

  /** Returns the file; an unreadable one does not affect other values of the workout. */
  private static WahooFile readFile(LenientJson kept, NormalizedBatch.Builder batch) {
    try {
      return kept == null ? WahooFile.NONE : WahooFile.of(kept);
    } catch (IllegalArgumentException e) {
      batch.reject("file", e.getMessage());
      return WahooFile.NONE;
    }
  }

  private static void workout(
      LenientJson doc, WahooFile file, AccountContext facts, NormalizedBatch.Builder batch) {
    LenientJson summary = doc.child("workout_summary");
    Instant start = LenientJson.required("starts", WahooTime.start(doc));
    Duration length = LenientJson.required("duration_total_accum", WahooTime.length(doc));
    Instant end = start.plus(length);
    LocalDate day = WahooTime.day(doc, facts);
    Long type = doc.wholeNumber("workout_type_id");
    SourceType by =
        WahooWorkoutTypes.onMachine(type) ? SourceType.EXERCISE_MACHINE : SourceType.UNKNOWN;
    Source source = Source.of(SLUG, by);
    HeartRateReadings rates = HeartRateReadings.of(file.stream(), end.getEpochSecond());
    WorkoutSummary workout =
        WorkoutSummary.of(doc.requiredId("id"), day, start, end)
            .title(doc.text("name"))
            .sport(WahooWorkoutTypes.sport(type))
            .averageHr(summary.integer("heart_rate_avg", 1, 400))
            .maxHr(file.maxHr())
            .hrZones(rates.zones(facts.birthDate().orElse(null), day).orElse(null))
            .distance(summary.nonNegative("distance_accum"))
            .movingTime(summary.seconds("duration_active_accum"))
            .calories(summary.nonNegative("calories_accum"))
            .totalElevationGain(summary.nonNegative("ascent_accum"))
            .averageSpeed(summary.nonNegative("speed_avg"))
            .averageWatts(watts(summary, "power_bike_avg"))
            .weightedAverageWatts(watts(summary, "power_bike_np_last"))
            .build();
    batch.add(workout, source);
    if (!file.stream().isEmpty()) {
      batch.add(SourcedStream.of(workout, source, file.stream()));
      addHeartRates(file.stream(), source, batch);
    }
  }

  /** Returns the power in watts; zero means that no power meter was used. */
  private static Double watts(LenientJson summary, String field) {
    Double watts = summary.nonNegative(field);
    return watts == null || watts == 0 ? null : watts;
  }

  private static void addHeartRates(
      WorkoutStream stream, Source source, NormalizedBatch.Builder batch) {
    for (int i = 0; i < stream.size() && stream.has(Channel.HEARTRATE); i++) {
      double bpm = stream.value(Channel.HEARTRATE, i);
      if (!Double.isNaN(bpm)) {
        batch.add(
            Sample.point(
                Resource.HEARTRATE, source, Instant.ofEpochSecond(stream.time(i)), null, bpm));
      }
    }
  }
}
