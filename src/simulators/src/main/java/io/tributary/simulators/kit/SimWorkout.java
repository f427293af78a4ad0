package io.tributary.simulators.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Workout of a person, independent of any vendor's format.
 *
 * @param what sport, kilocalories and meters
 * @param climb elevation gain in meters
 * @param points one point per ten seconds from start to end, both inclusive
 */
public record SimWorkout(
    Instant start, Instant end, Exercise what, double climb, List<Point> points) {

  /**
   * Sample of a workout.
   *
   * @param metres distance from the start in meters; never decreases
   * @param latitude degrees; meaningless indoors, see {@link Exercise#coversDistance}
   * @param altitude meters above sea level
   * @param watts 0 except when cycling
   * @param cadence steps or revolutions per minute, 0 for other sports
   */
  public record Point(
      Instant at,
      int bpm,
      double metres,
      double latitude,
      double longitude,
      double altitude,
      int watts,
      int cadence) {}

  static final int SPACING_SECONDS = 10;

  static SimWorkout of(SimPerson person, DaySchedule.Span span) {
    Exercise what = Exercise.of(Exercise.randomFor(person, span), person, span);
    SeededRandom dice = SeededRandom.of(person.seed(), span.start().getEpochSecond(), 730);
    long seconds = Duration.between(span.start(), span.end()).toSeconds();
    SeededRandom home = SeededRandom.of(person.seed(), 731);
    double latitude = home.between(-50.0, 60.0);
    double longitude = home.between(-170.0, 170.0);
    double course = dice.between(0.0, 2 * Math.PI);
    boolean bicycle = what.sport().equals("cycling");
    int turns =
        bicycle ? 85 : what.coversDistance() ? (what.sport().equals("running") ? 168 : 112) : 0;
    double climb = 0;
    double before = altitudeAt(0);
    var points = new ArrayList<Point>();
    for (long t = 0; t <= seconds; t += SPACING_SECONDS) {
      double share = (double) t / seconds;
      double metres = JsonText.round(what.metres() * share, 1);
      // The route goes out and back on one road, so its far end is half the distance away.
      double away = Math.min(share, 1 - share) * what.metres();
      double altitude = JsonText.round(altitudeAt(away), 1);
      climb += Math.max(0, altitude - before);
      before = altitude;
      int pulse = (int) Math.round(person.restingPulse() + 45 + 40 * Math.min(1, 3 * share));
      points.add(
          new Point(
              span.start().plusSeconds(t),
              pulse + dice.between(-6, 6),
              metres,
              latitude + away * StrictMath.cos(course) / 111_320,
              longitude
                  + away
                      * StrictMath.sin(course)
                      / (111_320 * StrictMath.cos(Math.toRadians(latitude))),
              altitude,
              bicycle ? dice.between(110, 240) : 0,
              turns == 0 ? 0 : turns + dice.between(-4, 4)));
    }
    return new SimWorkout(
        span.start(), span.end(), what, JsonText.round(climb, 1), List.copyOf(points));
  }

  private static double altitudeAt(double metresAway) {
    return 60 + 25 * StrictMath.sin(metresAway / 400);
  }
}
