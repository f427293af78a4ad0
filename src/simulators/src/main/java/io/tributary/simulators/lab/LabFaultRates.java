package io.tributary.simulators.lab;

import java.util.concurrent.ThreadLocalRandom;

/** Fault rates of the laboratory, from 0 to 1. */
public record LabFaultRates(
    double drop, double duplicate, double shuffle, double refuse, double busy) {
  public LabFaultRates {
    for (double rate : new double[] {drop, duplicate, shuffle, refuse, busy}) {
      if (!(rate >= 0 && rate <= 1)) {
        throw new IllegalArgumentException("a rate must be between 0 and 1");
      }
    }
  }

  public static LabFaultRates none() {
    return new LabFaultRates(0, 0, 0, 0, 0);
  }

  /** Returns these rates with one of them changed. */
  public LabFaultRates with(String name, double rate) {
    return switch (name) {
      case "drop" -> new LabFaultRates(rate, duplicate, shuffle, refuse, busy);
      case "duplicate" -> new LabFaultRates(drop, rate, shuffle, refuse, busy);
      case "shuffle" -> new LabFaultRates(drop, duplicate, rate, refuse, busy);
      case "refuse" -> new LabFaultRates(drop, duplicate, shuffle, rate, busy);
      case "busy" -> new LabFaultRates(drop, duplicate, shuffle, refuse, rate);
      default -> throw new IllegalArgumentException("unknown rate " + name);
    };
  }

  static boolean occurs(double rate) {
    return rate > 0 && ThreadLocalRandom.current().nextDouble() < rate;
  }
}
