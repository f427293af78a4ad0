package io.tributary.simulators.oura;

import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimPerson;

/** Appearance of a person's ring, derived from the person. */
final class RingProfile {
  private static final String[] HARDWARE = {"gen2", "gen2m", "gen3", "gen3", "gen4", "gen4"};
  private static final String[] COLOURS = {
    "brushed_silver", "glossy_black", "stealth_black", "gold", "titanium"
  };
  private static final String[] DESIGNS = {"heritage", "horizon", "balance"};

  private RingProfile() {}

  static String email(SimPerson person) {
    return "ring-" + person.id().substring(0, 8) + "@example.com";
  }

  static String hardware(SimPerson person) {
    return SeededRandom.of(person.seed(), 12).pick(HARDWARE);
  }

  static String colour(SimPerson person) {
    return SeededRandom.of(person.seed(), 13).pick(COLOURS);
  }

  static String design(SimPerson person) {
    return SeededRandom.of(person.seed(), 14).pick(DESIGNS);
  }

  static int size(SimPerson person) {
    return SeededRandom.of(person.seed(), 15).between(6, 13);
  }
}
