package io.tributary.simulators.kit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Set;

/**
 * Person with generated data. Everything except name, zone, first day and traits follows from the
 * ID, so a restart or a simulator of another vendor shows the same person.
 *
 * @param id user ID at the vendor
 * @param name name that the tester uses
 * @param zone time zone, the same all year round
 * @param firstDay first local day with data
 * @param traits requirements on the generated days
 */
public record SimPerson(
    String id, String name, ZoneId zone, LocalDate firstDay, Set<PersonTrait> traits) {
  private static final String[] ZONES = {
    "Europe/Helsinki",
    "America/New_York",
    "Asia/Kolkata",
    "Europe/London",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "UTC",
    "Australia/Adelaide",
    "America/St_Johns",
    "Africa/Nairobi"
  };

  public SimPerson {
    traits = Set.copyOf(traits);
  }

  public SimPerson(String id, String name, ZoneId zone, LocalDate firstDay) {
    this(id, name, zone, firstDay, Set.of());
  }

  /** Returns the ID of the person with this name, the same in every run. */
  public static String idOf(String name) {
    long seed = SeededRandom.hash(name);
    return "%016x%016x".formatted(SeededRandom.hash(seed, 1), SeededRandom.hash(seed, 2));
  }

  /** Returns the default time zone of a person. */
  public static ZoneId zoneOf(String id) {
    return ZoneId.of(SeededRandom.of(SeededRandom.hash(id), 3).pick(ZONES));
  }

  public long seed() {
    return SeededRandom.hash(id);
  }

  public String biologicalSex() {
    return SeededRandom.of(seed(), 4).chance(0.5) ? "female" : "male";
  }

  public int age() {
    return SeededRandom.of(seed(), 5).between(19, 71);
  }

  /** Returns the height in meters. */
  public double height() {
    double mean = biologicalSex().equals("female") ? 1.66 : 1.79;
    return Math.round(SeededRandom.of(seed(), 6).nextGaussianAround(mean, 0.06) * 100) / 100.0;
  }

  /** Returns the weight in kilograms. */
  public double weight() {
    double index = SeededRandom.of(seed(), 7).nextGaussianAround(24.5, 2.5);
    return Math.round(index * height() * height() * 10) / 10.0;
  }

  /** Returns the resting pulse of a typical night in bpm. */
  public int restingPulse() {
    return SeededRandom.of(seed(), 8).between(44, 62);
  }

  /** Returns the typical RMSSD of a night in ms. */
  public int usualHrv() {
    return SeededRandom.of(seed(), 9).between(22, 85);
  }

  /** Returns the breaths per minute of a typical night. */
  public double usualBreath() {
    return SeededRandom.of(seed(), 10).between(12.5, 16.5);
  }

  /** Returns the activity level; 1 is average. */
  public double activityLevel() {
    return SeededRandom.of(seed(), 11).between(0.65, 1.4);
  }

  /** Returns the numeric ID for vendors that number their users: positive and below 2^31. */
  public long numericId() {
    return 1_000_000 + Math.floorMod(SeededRandom.hash(seed(), 16), 2_000_000_000L);
  }

  /** Returns the local date of this person at the given instant. */
  public LocalDate localDateAt(Instant at) {
    return at.atZone(zone).toLocalDate();
  }
}
