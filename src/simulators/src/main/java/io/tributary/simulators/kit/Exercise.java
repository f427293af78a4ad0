package io.tributary.simulators.kit;

import java.time.Duration;

/**
 * Activity performed in a workout.
 *
 * @param sport walking, running, cycling, strength_training, yoga, swimming or house_work
 * @param calories kilocalories of the whole workout
 * @param metres distance of the whole workout in meters; 0 for sports without a distance
 */
public record Exercise(String sport, double calories, double metres) {

  /** Sport with its kilocalories per hour for 70 kg, and its meters per hour or 0. */
  private record Sport(String name, int calories, int metres) {}

  private static final Sport[] SPORTS = {
    new Sport("walking", 260, 5200),
    new Sport("walking", 260, 5200),
    new Sport("running", 700, 10200),
    new Sport("cycling", 520, 21000),
    new Sport("strength_training", 380, 0),
    new Sport("yoga", 190, 0),
    new Sport("swimming", 480, 1900),
    new Sport("house_work", 180, 0)
  };

  /**
   * Returns the random generator of a workout. Call {@link #of} first; vendor-specific values are
   * drawn after it.
   */
  public static SeededRandom randomFor(SimPerson person, DaySchedule.Span span) {
    return SeededRandom.of(person.seed(), span.start().getEpochSecond(), 400);
  }

  /** Draws the exercise, which takes the first two numbers of the generator. */
  public static Exercise of(SeededRandom dice, SimPerson person, DaySchedule.Span span) {
    Sport sport = dice.pick(SPORTS);
    double hours = Duration.between(span.start(), span.end()).toSeconds() / 3600.0;
    double effort = dice.between(0.8, 1.2);
    return new Exercise(
        sport.name(),
        JsonText.round(sport.calories() * person.weight() / 70 * hours * effort, 3),
        JsonText.round(sport.metres() * hours * effort, 1));
  }

  /** Returns whether the sport covers a distance, so that a route can be drawn. */
  public boolean coversDistance() {
    return sport.equals("walking") || sport.equals("running") || sport.equals("cycling");
  }
}
