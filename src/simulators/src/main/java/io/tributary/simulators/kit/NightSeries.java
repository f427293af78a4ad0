package io.tributary.simulators.kit;

/**
 * Measurements during a span of sleep, one reading per five minutes; null for a failed reading.
 *
 * @param pulse beats per minute
 * @param rmssd heart rate variability in milliseconds
 * @param breath breaths per minute over the whole span
 */
public record NightSeries(Integer[] pulse, Integer[] rmssd, double breath) {

  /**
   * Returns the random generator of a span of sleep. Call {@link #of} first; vendor-specific values
   * are drawn after it.
   */
  public static SeededRandom randomFor(SimPerson person, DaySchedule.Span span) {
    return SeededRandom.of(person.seed(), span.start().getEpochSecond(), 201);
  }

  /** Draws the series with the first numbers of the generator. */
  public static NightSeries of(SeededRandom dice, SimPerson person, SleepStages stages) {
    Integer[] pulse = pulse(person, dice, stages);
    Integer[] rmssd = variability(person, dice, stages);
    double breath = JsonText.round(dice.nextGaussianAround(person.usualBreath(), 0.4) * 8, 0) / 8;
    return new NightSeries(pulse, rmssd, breath);
  }

  /**
   * Draws a pulse that falls over the night and rises slightly during REM. A few readings fail, but
   * never the middle one.
   */
  private static Integer[] pulse(SimPerson person, SeededRandom dice, SleepStages stages) {
    var values = new Integer[stages.steps()];
    double level = dice.nextGaussianAround(person.restingPulse() + 2, 2.5);
    for (int i = 0; i < values.length; i++) {
      double decline = 6 * (1 - Math.min(1.0, i / (0.7 * values.length)));
      double stage =
          switch (stages.at(i)) {
            case '1' -> -1.5;
            case '3' -> 2.5;
            case '4' -> 7;
            default -> 0;
          };
      int value = (int) Math.round(level + decline + stage + dice.nextGaussianAround(0, 1.3));
      values[i] = dice.chance(0.04) && i != values.length / 2 ? null : Integer.valueOf(value);
    }
    return values;
  }

  private static Integer[] variability(SimPerson person, SeededRandom dice, SleepStages stages) {
    var values = new Integer[stages.steps()];
    double level = dice.nextGaussianAround(person.usualHrv(), person.usualHrv() * 0.12);
    for (int i = 0; i < values.length; i++) {
      double stage = stages.at(i) == '1' ? 1.12 : stages.at(i) == '4' ? 0.7 : 1;
      int value = (int) Math.round(Math.max(5, level * stage * dice.nextGaussianAround(1, 0.14)));
      boolean lost = dice.chance(0.06) || i == 0 && values.length > 1;
      values[i] = lost && i != values.length / 2 ? null : Integer.valueOf(value);
    }
    return values;
  }
}
