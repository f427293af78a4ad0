package io.tributary.model;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Heart rate zones of a workout whose provider supplies none. Zones from the provider always take
 * precedence.
 */
public final class HeartRateZones {
  private HeartRateZones() {}

  /**
   * Returns the seconds in each of the six zones; empty without readings. The last reading counts
   * zero seconds. If the end of the workout is known, use {@link HeartRateReadings} instead.
   *
   * @param birthDate from the profile, otherwise the fallback; null counts as age 30
   * @param day day of the workout
   * @param times epoch seconds
   * @param bpms one heart rate per time
   */
  public static Optional<List<Integer>> of(
      LocalDate birthDate, LocalDate day, long[] times, double[] bpms) {
    return HeartRateReadings.of(times, bpms, Long.MIN_VALUE, HeartRateReadings.MAX_READING_DURATION)
        .zones(birthDate, day);
  }
}
