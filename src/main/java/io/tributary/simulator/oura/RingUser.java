package io.tributary.simulator.oura;

import java.time.LocalDate;
import java.time.ZoneId;

/**
 * A person with a ring. Everything but name, zone and first day follows from the id, so a restart
 * or a second simulator shows the same person.
 *
 * @param id the vendor's user id
 * @param name what the tester calls this user
 * @param zone where the ring lives, all year round
 * @param firstDay the first local day with data
 */
record RingUser(String id, String name, ZoneId zone, LocalDate firstDay) {
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
  private static final String[] HARDWARE = {"gen2", "gen2m", "gen3", "gen3", "gen4", "gen4"};
  private static final String[] COLOURS = {
    "brushed_silver", "glossy_black", "stealth_black", "gold", "titanium"
  };
  private static final String[] DESIGNS = {"heritage", "horizon", "balance"};

  /** The id of the user with this name, the same in every run. */
  static String idOf(String name) {
    long seed = Dice.hash(name);
    return "%016x%016x".formatted(Dice.hash(seed, 1), Dice.hash(seed, 2));
  }

  /** The zone a user lives in unless the tester chose one. */
  static ZoneId zoneOf(String id) {
    return ZoneId.of(Dice.of(Dice.hash(id), 3).pick(ZONES));
  }

  long seed() {
    return Dice.hash(id);
  }

  String biologicalSex() {
    return Dice.of(seed(), 4).chance(0.5) ? "female" : "male";
  }

  int age() {
    return Dice.of(seed(), 5).between(19, 71);
  }

  /** Metres. */
  double height() {
    double mean = biologicalSex().equals("female") ? 1.66 : 1.79;
    return Math.round(Dice.of(seed(), 6).around(mean, 0.06) * 100) / 100.0;
  }

  /** Kilograms. */
  double weight() {
    double index = Dice.of(seed(), 7).around(24.5, 2.5);
    return Math.round(index * height() * height() * 10) / 10.0;
  }

  String email() {
    return "ring-" + id.substring(0, 8) + "@example.com";
  }

  /** Resting pulse of an ordinary night, bpm. */
  int restingPulse() {
    return Dice.of(seed(), 8).between(44, 62);
  }

  /** Usual rmssd of a night, ms. */
  int usualHrv() {
    return Dice.of(seed(), 9).between(22, 85);
  }

  /** Breaths per minute of an ordinary night. */
  double usualBreath() {
    return Dice.of(seed(), 10).between(12.5, 16.5);
  }

  /** How much this person moves: 1 is average. */
  double liveliness() {
    return Dice.of(seed(), 11).between(0.65, 1.4);
  }

  String hardware() {
    return Dice.of(seed(), 12).pick(HARDWARE);
  }

  String colour() {
    return Dice.of(seed(), 13).pick(COLOURS);
  }

  String design() {
    return Dice.of(seed(), 14).pick(DESIGNS);
  }

  int ringSize() {
    return Dice.of(seed(), 15).between(6, 13);
  }
}
