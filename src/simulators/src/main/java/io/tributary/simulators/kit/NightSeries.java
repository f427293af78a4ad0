package io.tributary.simulators.kit;

/**
 * What was measured in a span of sleep, one reading per five minutes; null where one failed.
 *
 * @param pulse beats per minute
 * @param rmssd heart rate variability, milliseconds
 * @param breath breaths per minute, of the whole span
 */
public record NightSeries(Integer[] pulse, Integer[] rmssd, double breath) {

  /** The dice of a span of sleep; a vendor's own trimmings are rolled after {@link #of}. */
  public static SeededRandom dice(SimPerson person, DaySchedule.Span span) {
    return SeededRandom.of(person.seed(), span.start().getEpochSecond(), 201);
  }

  /** The first rolls of a sleep's dice. */
  public static NightSeries of(SeededRandom dice, SimPerson person, SleepStages stages) {
    Integer[] pulse = pulse(person, dice, stages);
    Integer[] rmssd = variability(person, dice, stages);
    double breath = JsonText.round(dice.around(person.usualBreath(), 0.4) * 8, 0) / 8;
    return new NightSeries(pulse, rmssd, breath);
  }

  /**
   * Falls over the night and rises a little with REM; a few readings fail, never the middle one.
   */
  private static Integer[] pulse(SimPerson person, SeededRandom dice, SleepStages stages) {
    var values = new Integer[stages.steps()];
    double level = dice.around(person.restingPulse() + 2, 2.5);
    for (int i = 0; i < values.length; i++) {
      double decline = 6 * (1 - Math.min(1.0, i / (0.7 * values.length)));
      double stage =
          switch (stages.at(i)) {
            case '1' -> -1.5;
            case '3' -> 2.5;
            case '4' -> 7;
            default -> 0;
          };
      int value = (int) Math.round(level + decline + stage + dice.around(0, 1.3));
      values[i] = dice.chance(0.04) && i != values.length / 2 ? null : Integer.valueOf(value);
    }
    return values;
  }

  private static Integer[] variability(SimPerson person, SeededRandom dice, SleepStages stages) {
    var values = new Integer[stages.steps()];
    double level = dice.around(person.usualHrv(), person.usualHrv() * 0.12);
    for (int i = 0; i < values.length; i++) {
      double stage = stages.at(i) == '1' ? 1.12 : stages.at(i) == '4' ? 0.7 : 1;
      int value = (int) Math.round(Math.max(5, level * stage * dice.around(1, 0.14)));
      boolean lost = dice.chance(0.06) || i == 0 && values.length > 1;
      values[i] = lost && i != values.length / 2 ? null : Integer.valueOf(value);
    }
    return values;
  }
}
