package io.tributary.provider.demo;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Generated person, derived from the user ID alone and therefore always the same for a user.
 *
 * @param weight in kg
 * @param height in cm
 * @param restingHeartRate resting heart rate in bpm
 * @param dailySteps steps of an ordinary day
 */
record DemoPerson(
    UUID user,
    ZoneId zone,
    LocalDate birthDate,
    boolean female,
    int height,
    double weight,
    int restingHeartRate,
    int dailySteps) {
  private static final List<String> ZONES =
      List.of(
          "America/New_York",
          "America/Los_Angeles",
          "Europe/Berlin",
          "Europe/London",
          "Asia/Tokyo",
          "Pacific/Auckland");

  static DemoPerson of(UUID user) {
    SplittableRandom dice = random(user, "person", "", 0);
    boolean female = dice.nextBoolean();
    int height = (female ? 155 : 168) + dice.nextInt(22);
    return new DemoPerson(
        user,
        ZoneId.of(ZONES.get(dice.nextInt(ZONES.size()))),
        LocalDate.of(1955 + dice.nextInt(48), 1 + dice.nextInt(12), 1 + dice.nextInt(28)),
        female,
        height,
        round(height * height / 10_000.0 * dice.nextDouble(20, 29), 1),
        50 + dice.nextInt(18),
        4500 + dice.nextInt(8000));
  }

  /**
   * Returns a random generator for one day, provider and purpose, so that no value depends on
   * others.
   */
  static SplittableRandom random(UUID user, String purpose, String provider, long day) {
    long seed = user.getMostSignificantBits() ^ Long.rotateLeft(user.getLeastSignificantBits(), 21);
    seed = seed * 0x9E3779B97F4A7C15L + purpose.hashCode();
    seed = seed * 0x9E3779B97F4A7C15L + provider.hashCode();
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + day);
  }

  static double round(double value, int digits) {
    double scale = Math.pow(10, digits);
    return Math.round(value * scale) / scale;
  }
}
