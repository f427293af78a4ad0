package io.tributary.workout;

import io.tributary.ingest.UserFacts;
import io.tributary.model.HeartRates;
import io.tributary.model.LocalZone;
import io.tributary.model.NormalisedBatch;
import io.tributary.model.Polyline;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedStream;
import io.tributary.model.SourcedSummary;
import io.tributary.model.StreamFigures;
import io.tributary.model.Units;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.model.WorkoutSummary;
import io.tributary.model.ZonePolicy;
import io.tributary.provider.sdk.SdkProvider;
import io.tributary.workoutfile.UnsupportedFile;
import io.tributary.workoutfile.WorkoutFile;
import io.tributary.workoutfile.WorkoutFile.Part;
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

  private static final int LONGEST_TITLE = 200;

  private Workouts() {}

  /** Workout to be stored. */
  record Made(UUID id, String zone, NormalisedBatch batch) {
    /** Returns the workout with this device as its source. */
    Made by(UUID device) {
      return new Made(
          id,
          zone,
          new NormalisedBatch(
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
   * @throws UnsupportedFile if a value is impossible for a workout
   */
  static List<Made> of(WorkoutFile recording, UserFacts user, ZoneId named) {
    List<Made> out = new ArrayList<>();
    Source source = Source.of(PROVIDER, recording.byDevice() ? SourceType.WATCH : SourceType.APP);
    LocalZone zone =
        new LocalZone(
            recording.offsetSeconds(), named, user.fallbackZone(), ZonePolicy.FALLBACK_OR_NULL);
    for (Session session : recording.sessions()) {
      if (Duration.between(session.start(), session.end()).toSeconds()
          > WorkoutFile.LONGEST_SECONDS) {
        throw new UnsupportedFile("a workout is longer than a month");
      }
      try {
        out.add(made(session, source, zone, user));
      } catch (IllegalArgumentException e) {
        throw new UnsupportedFile("a workout cannot be: " + e.getMessage());
      }
    }
    return out;
  }

  private static Made made(Session session, Source source, LocalZone zone, UserFacts user) {
    WorkoutSummary summary = summary(session, zone, user);
    UUID id = new SourcedSummary(summary, source).id(user.user());
    NormalisedBatch.Builder batch = NormalisedBatch.builder().add(summary, source);
    batch.add(SourcedStream.of(summary, source, session.stream()));
    samples(session, source.withWorkout(id, session.sport().slug()), zone, batch);
    return new Made(id, zone.origin(), batch.build());
  }

  private static WorkoutSummary summary(Session s, LocalZone zone, UserFacts user) {
    Totals t = s.totals();
    WorkoutStream stream = s.stream();
    StreamFigures figures = new StreamFigures(stream);
    HeartRates rates = HeartRates.of(stream, s.end().getEpochSecond());
    var day = zone.day(s.start());
    Double moving = positive(t.movingSeconds());
    Double distance =
        positive(t.distance() == null ? figures.last(Channel.DISTANCE) : t.distance());
    return WorkoutSummary.of(s.key(), day, s.start(), s.end())
        .title(s.title() == null ? null : cut(s.title()))
        .timezoneOffset(zone.offset(s.start()))
        .sport(s.sport())
        .averageHr(bpm(t.averageHr() == null ? rates.average().orElse(null) : t.averageHr()))
        .maxHr(bpm(t.maxHr() == null ? rates.max().orElse(null) : t.maxHr()))
        .hrZones(rates.zones(user.birthDate(), day).orElse(null))
        .distance(Units.decimals(distance, 2))
        .movingTime(moving == null ? null : Units.round(moving))
        .steps(t.steps())
        .calories(positive(t.calories()))
        .totalElevationGain(
            Units.decimals(t.ascent() == null ? figures.climbed() : positive(t.ascent()), 1))
        .elevHigh(figures.elevHigh())
        .elevLow(figures.elevLow())
        .averageSpeed(Units.decimals(speed(t, distance, moving), 3))
        .maxSpeed(
            Units.decimals(
                t.maxSpeed() == null
                    ? figures.highest(Channel.VELOCITY_SMOOTH)
                    : positive(t.maxSpeed()),
                3))
        .averageWatts(
            Units.decimals(
                t.averageWatts() == null ? figures.mean(Channel.POWER) : positive(t.averageWatts()),
                1))
        .maxWatts(t.maxWatts() == null ? figures.highest(Channel.POWER) : positive(t.maxWatts()))
        .weightedAverageWatts(positive(t.weightedWatts()))
        .map(Polyline.of(stream))
        .build();
  }

  private static String cut(String title) {
    return title.codePointCount(0, title.length()) <= LONGEST_TITLE
        ? title
        : title.substring(0, title.offsetByCodePoints(0, LONGEST_TITLE));
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
      Session s, Source source, LocalZone zone, NormalisedBatch.Builder batch) {
    List<Part> parts =
        s.laps().isEmpty()
            ? List.of(
                new Part(
                    s.start(),
                    s.end(),
                    s.totals().movingSeconds(),
                    s.totals().distance(),
                    false,
                    null))
            : s.laps();
    for (Part p : parts) {
      Integer offset = zone.offset(p.start());
      if (positive(p.distance()) != null) {
        batch.add(
            Sample.interval(
                Resource.WORKOUT_DISTANCE,
                source,
                p.start(),
                p.end(),
                offset,
                Units.decimals(p.distance(), 2)));
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
    for (Part p : s.lengths()) {
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
