package io.tributary.simulators.kit;

/**
 * Sleep stages of one span, one digit per five minutes: 1 deep, 2 light, 3 REM, 4 awake. Every
 * duration in a document is derived from this text, so durations cannot contradict each other.
 */
public record SleepStages(String digits) {

  /** Returns the stages of a span of sleep; the same span always has the same stages. */
  public static SleepStages of(SimPerson person, DaySchedule.Span span) {
    SeededRandom dice = SeededRandom.of(person.seed(), span.start().getEpochSecond(), 200);
    return of(dice, span.steps(), span.act() == DaySchedule.ScheduledActivity.NIGHT);
  }

  private static SleepStages of(SeededRandom dice, int steps, boolean night) {
    var text = new StringBuilder(steps);
    repeat(text, '4', night ? dice.between(1, 5) : dice.between(0, 1));
    int cycle = 0;
    while (text.length() < steps) {
      repeat(text, '2', dice.between(3, 6));
      repeat(text, '1', Math.max(0, dice.between(4, 7) - 2 * cycle));
      repeat(text, '2', dice.between(2, 5));
      if (night) {
        repeat(text, '3', dice.between(1, 4) + cycle);
      }
      repeat(text, '4', dice.chance(0.45) ? dice.between(1, 2) : 0);
      cycle++;
    }
    text.setLength(steps);
    return new SleepStages(text.toString());
  }

  public int steps() {
    return digits.length();
  }

  public char at(int step) {
    return digits.charAt(step);
  }

  /** Returns the seconds spent in the stage. */
  public int seconds(char stage) {
    return (int) digits.chars().filter(c -> c == stage).count() * DaySchedule.STEP_SECONDS;
  }

  public int asleepSeconds() {
    return seconds('1') + seconds('2') + seconds('3');
  }

  /** Returns the seconds awake before the first sleep. */
  public int latencySeconds() {
    int step = 0;
    while (step < digits.length() && digits.charAt(step) == '4') {
      step++;
    }
    return step * DaySchedule.STEP_SECONDS;
  }

  /** Returns the percentage of the time in bed that was sleep. */
  public int efficiency() {
    return (int) Math.round(100.0 * asleepSeconds() / (steps() * DaySchedule.STEP_SECONDS));
  }

  private static void repeat(StringBuilder text, char digit, int times) {
    text.repeat(digit, times);
  }
}
