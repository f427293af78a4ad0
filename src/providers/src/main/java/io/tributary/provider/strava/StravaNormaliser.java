package io.tributary.provider.strava;

import io.tributary.model.Batch;
import io.tributary.model.HeartRates;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Documents in, neutral records out. Pure and safe on any thread; never fails. */
final class StravaNormaliser {
  static final String SLUG = "strava";

  /** Goes up when the same documents give other records. */
  static final int VERSION = 2;

  private static final int WEEK_SECONDS = 7 * 86_400;

  private StravaNormaliser() {}

  static Batch normalise(StravaFeed feed, DocSet documents, AccountFacts facts) {
    Batch.Builder batch = Batch.builder();
    switch (feed) {
      case ACTIVITIES -> activities(documents, facts, batch);
      case ATHLETE -> StravaAthlete.normalise(documents, facts, batch);
    }
    return batch.build();
  }

  private static void activities(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    Map<String, Doc> streams = new HashMap<>();
    for (Doc doc : documents.of(StravaKind.STREAMS)) {
      if (doc.id(StravaSource.ACTIVITY_ID) != null) {
        streams.put(doc.id(StravaSource.ACTIVITY_ID), doc);
      }
    }
    for (Doc doc : documents.of(StravaKind.ACTIVITY)) {
      try {
        activity(doc, streams.getOrDefault(doc.requiredId("id"), Doc.MISSING), facts, batch);
      } catch (IllegalArgumentException e) {
        batch.refuse("activity", e.getMessage());
      }
    }
  }

  private static void activity(Doc doc, Doc streams, AccountFacts facts, Batch.Builder batch) {
    Instant start = doc.requiredInstant("start_date");
    int elapsed = Doc.required("elapsed_time", doc.integer("elapsed_time", 0, WEEK_SECONDS));
    Instant end = start.plusSeconds(elapsed);
    LocalDate day = StravaTime.day(doc);
    Source source = Source.of(SLUG, sourceType(doc));
    boolean onFoot = StravaSports.onFoot(doc.text("sport_type"), doc.text("type"));
    WorkoutStream stream = StravaStream.of(start, streams.child(StravaSource.STREAMS), onFoot);
    WorkoutSummary workout =
        WorkoutSummary.of(doc.requiredId("id"), day, start, end)
            .title(doc.text("name"))
            .timezoneOffset(StravaTime.offset(doc))
            .sport(StravaSports.of(doc.text("sport_type"), doc.text("type")))
            .averageHr(doc.integer("average_heartrate", 1, 400))
            .maxHr(doc.integer("max_heartrate", 1, 400))
            .hrZones(zones(stream, end, day, facts.birthDate().orElse(null)))
            .distance(doc.amount("distance"))
            .movingTime(doc.seconds("moving_time"))
            .calories(calories(doc))
            .totalElevationGain(doc.amount("total_elevation_gain"))
            .elevHigh(doc.number("elev_high", -1000, 20_000))
            .elevLow(doc.number("elev_low", -1000, 20_000))
            .averageSpeed(doc.amount("average_speed"))
            .maxSpeed(doc.amount("max_speed"))
            .averageWatts(doc.amount("average_watts"))
            .maxWatts(doc.amount("max_watts"))
            .weightedAverageWatts(doc.amount("weighted_average_watts"))
            // The vendor's is a yes or no, ours a figure: only a meter's own counts.
            .deviceWatts(
                Boolean.TRUE.equals(doc.flag("device_watts")) ? doc.amount("average_watts") : null)
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

  private static SourceType sourceType(Doc doc) {
    if (Boolean.TRUE.equals(doc.flag("manual"))) {
      return SourceType.APP;
    }
    return Boolean.TRUE.equals(doc.flag("trainer"))
        ? SourceType.EXERCISE_MACHINE
        : SourceType.WATCH;
  }

  /** The vendor's own zones are for its subscribers; these are by 220 - age. */
  private static List<Integer> zones(
      WorkoutStream stream, Instant end, LocalDate day, LocalDate born) {
    return HeartRates.of(stream, end.getEpochSecond()).zones(born, day).orElse(null);
  }

  /** Of the whole activity; of rides also the work, whose kilojoules are about kilocalories. */
  private static Double calories(Doc doc) {
    Double told = doc.amount("calories");
    if (told != null && told > 0) {
      return told;
    }
    String sport = doc.text("sport_type") == null ? doc.text("type") : doc.text("sport_type");
    return sport != null && sport.endsWith("Ride") ? doc.amount("kilojoules") : told;
  }

  private static WorkoutSummary.RouteMap map(Doc map) {
    String line = map.text("polyline");
    String summary = map.text("summary_polyline");
    return line == null && summary == null ? null : new WorkoutSummary.RouteMap(line, summary);
  }
}
