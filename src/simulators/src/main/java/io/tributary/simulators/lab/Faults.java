package io.tributary.simulators.lab;

import java.util.concurrent.ThreadLocalRandom;

/** How often what goes wrong; shares from 0 to 1. */
public record Faults(double drop, double duplicate, double shuffle, double refuse, double busy) {
  public Faults {
    for (double rate : new double[] {drop, duplicate, shuffle, refuse, busy}) {
      if (!(rate >= 0 && rate <= 1)) {
        throw new IllegalArgumentException("a rate is 0..1");
      }
    }
  }

  public static Faults none() {
    return new Faults(0, 0, 0, 0, 0);
  }

  /** One rate set anew. */
  public Faults with(String name, double rate) {
    return switch (name) {
      case "drop" -> new Faults(rate, duplicate, shuffle, refuse, busy);
      case "duplicate" -> new Faults(drop, rate, shuffle, refuse, busy);
      case "shuffle" -> new Faults(drop, duplicate, rate, refuse, busy);
      case "refuse" -> new Faults(drop, duplicate, shuffle, rate, busy);
      case "busy" -> new Faults(drop, duplicate, shuffle, refuse, rate);
      default -> throw new IllegalArgumentException("no rate is called " + name);
    };
  }

  static boolean happens(double rate) {
    return rate > 0 && ThreadLocalRandom.current().nextDouble() < rate;
  }
}
