package io.tributary.model;

import java.time.LocalDate;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;

/**
 * Seconds in the six heart rate zones of a workout.
 *
 * <p>The zones are below 50, and from 50, 60, 70, 80 and 90 percent of the maximum heart rate,
 * which is 220 minus age. Lower bounds are inclusive. Not thread-safe.
 */
public final class HeartRateZoneTimes {
  private static final int DEFAULT_AGE = 30;
  private static final int MAX_AGE = 120;
  private static final int[] LOWER_PERCENT = {0, 50, 60, 70, 80, 90};

  private final int max;
  private final int[] seconds = new int[LOWER_PERCENT.length];

  private HeartRateZoneTimes(int max) {
    this.max = max;
  }

  /**
   * Creates empty zones for a user.
   *
   * @param birthDate from the profile or the fallback. If it is null, after the workout, or gives
   *     an age above 120, age 30 is assumed
   */
  public static HeartRateZoneTimes forUser(LocalDate birthDate, LocalDate workout) {
    boolean unknown = birthDate == null || birthDate.isAfter(workout);
    int age = unknown ? DEFAULT_AGE : Period.between(birthDate, workout).getYears();
    return new HeartRateZoneTimes(220 - (age > MAX_AGE ? DEFAULT_AGE : age));
  }

  /** Returns the index (0 to 5) of the zone of a heart rate. */
  public int zone(double bpm) {
    int zone = LOWER_PERCENT.length - 1;
    while (zone > 0 && bpm * 100 < (double) LOWER_PERCENT[zone] * max) {
      zone--;
    }
    return zone;
  }

  public HeartRateZoneTimes add(double bpm, int forSeconds) {
    if (!(bpm > 0) || forSeconds < 0) {
      throw new IllegalArgumentException("heart rate and time must be positive");
    }
    seconds[zone(bpm)] += forSeconds;
    return this;
  }

  /** Returns the six sums so far. */
  public List<Integer> seconds() {
    List<Integer> out = new ArrayList<>(seconds.length);
    for (int s : seconds) {
      out.add(s);
    }
    return List.copyOf(out);
  }
}
