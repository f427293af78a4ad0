package io.tributary.workout;

import io.tributary.ingest.UserFacts;
import io.tributary.model.HeartRateReadings;
import io.tributary.model.LocalZone;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Polyline;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedStream;
import io.tributary.model.SourcedSummary;
import io.tributary.model.TimeZonePolicy;
import io.tributary.model.Units;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.model.WorkoutStreamTotals;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.sdk.SdkProvider;
import io.tributary.workoutfile.UnsupportedFileException;
import io.tributary.workoutfile.WorkoutFile;
import io.tributary.workoutfile.WorkoutFile.Segment;
import io.tributary.workoutfile.WorkoutFile.Session;
import io.tributary.workoutfile.WorkoutFile.Totals;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Converts recordings to workouts, streams and samples. Totals stated in the file take precedence;
 * missing ones are computed from its points. Stateless.
 */
final class Workouts {
  static final String PROVIDER = SdkProvider.MANUAL.slug();

  private static final int MAX_TITLE = 200;

  private Workouts() {}

  /** Workout to be stored. */
  record ConvertedWorkout(UUID id, String zone, NormalizedBatch batch) {
    /** Returns the workout with this device as its source. */
    ConvertedWorkout withDevice(UUID device) {
      return new ConvertedWorkout(
          id,
          zone,
          new NormalizedBatch(
              batch.summaries().stream()
                  .map(s -> new SourcedSummary(s.summary(), s.source().withDevice(device)))
                  .toList(),
              batch.samples().stream().map(s -> s.from(s.source().withDevice(device))).toList(),
              batch.streams().stream().map(s -> s.from(s.source().withDevice(device))).toList(),
              batch.devices(),
              batch.refused()));
    }
  }

  /**
   * @param named time zone named by the client; may be null
   * @throws UnsupportedFileException if a value is impossible for a workout
   */
  static List<ConvertedWorkout> convertAll(WorkoutFile recording, UserFacts user, ZoneId named) {
    List<ConvertedWorkout> out = new ArrayList<>();
    Source source = Source.of(PROVIDER, recording.byDevice() ? SourceType.WATCH : SourceType.APP);
    LocalZone zone =
        new LocalZone(
            recording.offsetSeconds(), named, user.fallbackZone(), TimeZonePolicy.FALLBACK_OR_NULL);
    for (Session session : recording.sessions()) {
      if (Duration.between(session.start(), session.end()).toSeconds() > WorkoutFile.MAX_SECONDS) {
        throw new UnsupportedFileException("a workout is longer than a month");
      }
      try {
        out.add(convert(session, source, zone, user));
      } catch (IllegalArgumentException e) {
        throw new UnsupportedFileException("the workout is invalid: " + e.getMessage());
      }
    }
    return out;
  }

  private static ConvertedWorkout convert(
      Session session, Source source, LocalZone zone, UserFacts user) {
    WorkoutSummary summary = summary(session, zone, user);
    UUID id = new SourcedSummary(summary, source).id(user.user());
    NormalizedBatch.Builder batch = NormalizedBatch.builder().add(summary, source);
    batch.add(SourcedStream.of(summary, source, session.stream()));
    samples(session, source.withWorkout(id, session.sport().slug()), zone, batch);
    return new ConvertedWorkout(id, zone.origin(), batch.build());
  }

  private static WorkoutSummary summary(Session s, LocalZone zone, UserFacts user) {
    Totals t = s.totals();
    WorkoutStream stream = s.stream();
    WorkoutStreamTotals figures = new WorkoutStreamTotals(stream);
    HeartRateReadings rates = HeartRateReadings.of(stream, s.end().getEpochSecond());
    var day = zone.day(s.start());
    Double moving = positive(t.movingSeconds());
    Double distance =
        positive(t.distance() == null ? figures.last(Channel.DISTANCE) : t.distance());
    return WorkoutSummary.of(s.key(), day, s.start(), s.end())
        .title(s.title() == null ? null : truncateTitle(s.title()))
        .timezoneOffset(zone.offset(s.start()))
        .sport(s.sport())
        .averageHr(bpm(t.averageHr() == null ? rates.average().orElse(null) : t.averageHr()))
        .maxHr(bpm(t.maxHr() == null ? rates.max().orElse(null) : t.maxHr()))
        .hrZones(rates.zones(user.birthDate(), day).orElse(null))
        .distance(Units.roundTo(distance, 2))
        .movingTime(moving == null ? null : Units.round(moving))
        .steps(t.steps())
        .calories(positive(t.calories()))
        .totalElevationGain(
            Units.roundTo(t.ascent() == null ? figures.elevationGain() : positive(t.ascent()), 1))
        .elevHigh(figures.elevHigh())
        .elevLow(figures.elevLow())
        .averageSpeed(Units.roundTo(speed(t, distance, moving), 3))
        .maxSpeed(
            Units.roundTo(
                t.maxSpeed() == null
                    ? figures.highest(Channel.VELOCITY_SMOOTH)
                    : positive(t.maxSpeed()),
                3))
        .averageWatts(
            Units.roundTo(
                t.averageWatts() == null ? figures.mean(Channel.POWER) : positive(t.averageWatts()),
                1))
        .maxWatts(t.maxWatts() == null ? figures.highest(Channel.POWER) : positive(t.maxWatts()))
        .weightedAverageWatts(positive(t.weightedWatts()))
        .map(Polyline.of(stream))
        .build();
  }

  private static String truncateTitle(String title) {
    return title.codePointCount(0, title.length()) <= MAX_TITLE
        ? title
        : title.substring(0, title.offsetByCodePoints(0, MAX_TITLE));
  }

  private static Double speed(Totals t, Double distance, Double moving) {
    if (t.averageSpeed() != null) {
      return positive(t.averageSpeed());
    }
    return distance == null || moving == null || moving == 0 ? null : distance / moving;
  }

  /**
   * Adds one distance and one duration per lap, and the strokes of each pool length; these
   * resources exist only for workouts. Heart rate and positions are already in the stream, and the
   * day's distance comes from the source that counts all day.
   */
  private static void samples(
      Session s, Source source, LocalZone zone, NormalizedBatch.Builder batch) {
    List<Segment> parts =
        s.laps().isEmpty()
            ? List.of(
                new Segment(
                    s.start(),
                    s.end(),
                    s.totals().movingSeconds(),
                    s.totals().distance(),
                    false,
                    null))
            : s.laps();
    for (Segment p : parts) {
      Integer offset = zone.offset(p.start());
      if (positive(p.distance()) != null) {
        batch.add(
            Sample.interval(
                Resource.WORKOUT_DISTANCE,
                source,
                p.start(),
                p.end(),
                offset,
                Units.roundTo(p.distance(), 2)));
      }
      double seconds =
          positive(p.movingSeconds()) == null
              ? Duration.between(p.start(), p.end()).toMillis() / 1000.0
              : p.movingSeconds();
      batch.add(
          Sample.interval(
                  Resource.WORKOUT_DURATION, source, p.start(), p.end(), offset, seconds / 60)
              .withExtras(p.resting() ? SampleExtras.intensity("low") : null));
    }
    for (Segment p : s.lengths()) {
      batch.add(
          Sample.interval(
              Resource.WORKOUT_SWIMMING_STROKE,
              source,
              p.start(),
              p.end(),
              zone.offset(p.start()),
              p.strokes()));
    }
  }

  private static Double positive(Double value) {
    return value == null || !Double.isFinite(value) || value < 0 ? null : value;
  }

  private static Integer bpm(Integer value) {
    return value == null || value < 1 || value > 400 ? null : value;
  }
}
