package io.tributary.provider.demo;

import io.tributary.model.HeartRateZoneTimes;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Sports;
import io.tributary.model.SummaryId;
import io.tributary.model.WorkoutSummary;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Generates a workout on some evenings. */
final class DemoTraining {
  private static final List<String> SPORTS = List.of("running", "walking", "cycling");

  private DemoTraining() {}

  /**
   * A training session.
   *
   * @param speed in m/s
   */
  record Session(Instant start, Instant end, String sport, int averageHr, double speed) {
    int seconds() {
      return (int) Duration.between(start, end).toSeconds();
    }
  }

  /** Returns the session of a day, or null; it may be in the future. */
  static Session session(DemoDay day) {
    SplittableRandom dice = day.random("training");
    if (dice.nextInt(10) >= 4) {
      return null;
    }
    int kind = dice.nextInt(SPORTS.size());
    Instant start = day.at(LocalTime.of(17, 0)).plusSeconds(60L * dice.nextInt(90));
    return new Session(
        start,
        start.plusSeconds(60L * (25 + dice.nextInt(40))),
        SPORTS.get(kind),
        105 + dice.nextInt(45),
        switch (kind) {
          case 0 -> 2.4 + dice.nextInt(10) / 10.0;
          case 1 -> 1.4;
          default -> 5.5 + dice.nextInt(20) / 10.0;
        });
  }

  static void add(NormalizedBatch.Builder out, DemoDay day) {
    Source watch = day.provider().source(SourceType.WATCH);
    Session s = session(day);
    if (s != null && day.exists(s.end())) {
      workout(out, day, s, watch);
    }
    Instant noon = day.at(LocalTime.NOON);
    if (day.date().getDayOfWeek() == DayOfWeek.SUNDAY && day.exists(noon)) {
      double fitness =
          62 - day.person().restingHeartRate() * 0.35 + day.random("fitness").nextInt(10) / 10.0;
      out.add(
          Sample.interval(
              Resource.VO2_MAX, watch, noon, noon, day.offset(noon), DemoPerson.round(fitness, 1)));
    }
  }

  private static void workout(NormalizedBatch.Builder out, DemoDay day, Session s, Source watch) {
    String id = day.provider().slug() + "-workout-" + day.date();
    int offset = day.offset(s.start());
    double distance = DemoPerson.round(s.seconds() * s.speed(), 1);
    WorkoutSummary workout =
        WorkoutSummary.of(id, day.date(), s.start(), s.end())
            .title("Evening " + s.sport())
            .timezoneOffset(offset)
            .sport(Sports.of(s.sport()))
            .averageHr(s.averageHr())
            .maxHr(s.averageHr() + 15)
            .hrZones(
                HeartRateZoneTimes.forUser(day.person().birthDate(), day.date())
                    .add(s.averageHr() - 10, s.seconds() / 3)
                    .add(s.averageHr(), s.seconds() - s.seconds() / 3)
                    .seconds())
            .distance(distance)
            .movingTime(s.seconds())
            .calories(DemoPerson.round(s.seconds() / 60.0 * 8.5, 0))
            .averageSpeed(s.speed())
            .build();
    Source whole = day.provider().summarySource(watch);
    out.add(workout, whole);
    UUID ours = SummaryId.of(day.person().user(), workout, whole);
    Source bound = watch.withWorkout(ours, workout.sport().slug());
    out.add(
        Sample.interval(Resource.WORKOUT_DISTANCE, bound, s.start(), s.end(), offset, distance));
    out.add(
        Sample.interval(
            Resource.WORKOUT_DURATION,
            watch,
            s.start(),
            s.end(),
            offset,
            DemoPerson.round(s.seconds() / 60.0, 1)));
  }
}
