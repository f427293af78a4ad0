package io.tributary.simulators.kit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Set;

/**
 * A person whose days are invented. Everything but name, zone, first day and traits follows from
 * the id, so a restart or a second simulator, of another vendor too, shows the same person.
 *
 * @param id the vendor's user id
 * @param name what the tester calls this person
 * @param zone where the person lives, all year round
 * @param firstDay the first local day with data
 * @param traits what is asked of the days besides
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

  /** The id of the user with this name, the same in every run. */
  public static String idOf(String name) {
    long seed = SeededRandom.hash(name);
    return "%016x%016x".formatted(SeededRandom.hash(seed, 1), SeededRandom.hash(seed, 2));
  }

  /** The zone a user lives in unless the tester chose one. */
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

  /** Metres. */
  public double height() {
    double mean = biologicalSex().equals("female") ? 1.66 : 1.79;
    return Math.round(SeededRandom.of(seed(), 6).around(mean, 0.06) * 100) / 100.0;
  }

  /** Kilograms. */
  public double weight() {
    double index = SeededRandom.of(seed(), 7).around(24.5, 2.5);
    return Math.round(index * height() * height() * 10) / 10.0;
  }

  /** Resting pulse of an ordinary night, bpm. */
  public int restingPulse() {
    return SeededRandom.of(seed(), 8).between(44, 62);
  }

  /** Usual rmssd of a night, ms. */
  public int usualHrv() {
    return SeededRandom.of(seed(), 9).between(22, 85);
  }

  /** Breaths per minute of an ordinary night. */
  public double usualBreath() {
    return SeededRandom.of(seed(), 10).between(12.5, 16.5);
  }

  /** How much this person moves: 1 is average. */
  public double liveliness() {
    return SeededRandom.of(seed(), 11).between(0.65, 1.4);
  }

  /** The id of vendors who count their users; positive, below 2^31. */
  public long number() {
    return 1_000_000 + Math.floorMod(SeededRandom.hash(seed(), 16), 2_000_000_000L);
  }

  /** The local day of this person at the moment. */
  public LocalDate dayAt(Instant at) {
    return at.atZone(zone).toLocalDate();
  }
}
