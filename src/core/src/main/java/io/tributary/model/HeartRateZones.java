package io.tributary.model;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Zones of a workout whose provider gives none; a provider's own six always win (wearables-data.md
 * §6).
 */
public final class HeartRateZones {
  private HeartRateZones() {}

  /**
   * Seconds in the six zones; empty without readings. The last reading counts nothing: where the
   * end of the workout is known, use {@link HeartRates}.
   *
   * @param birthDate from the profile, else the fallback; null counts as 30 years
   * @param day of the workout
   * @param times epoch seconds
   * @param bpms as many
   */
  public static Optional<List<Integer>> of(
      LocalDate birthDate, LocalDate day, long[] times, double[] bpms) {
    return HeartRates.of(times, bpms, Long.MIN_VALUE, HeartRates.HOLDS).zones(birthDate, day);
  }
}
